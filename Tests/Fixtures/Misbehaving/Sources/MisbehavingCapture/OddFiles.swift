// SPDX-License-Identifier: MIT

import Glibc

/// Everything in a session's folder that an app would not expect to find there.
enum OddFiles {
  static func make(in folder: String) {
    // A file over the limit is then an error, and not the end.
    signal(SIGXFSZ, SIG_IGN)
    note("plain", createFile("\(folder)/plain.txt"))
    note("link to a file", symlink("/etc/passwd", "\(folder)/passwd"))
    note("link to a folder", symlink("/", "\(folder)/root"))
    note("link to nothing", symlink("nowhere", "\(folder)/dangling"))
    note("hard link", link("\(folder)/plain.txt", "\(folder)/second-name.txt"))
    note("pipe", mkfifo("\(folder)/pipe", 0o600))
    note("newline in a name", createFile("\(folder)/two\nlines"))
    note("escape in a name", createFile("\(folder)/\u{1B}[31mred"))
    note("longest name", createFile("\(folder)/\(String(repeating: "n", count: 255))"))
    note("not UTF-8", createFile(bytes: Array("\(folder)/".utf8) + [0xFF, 0xFE, 0x80]))
    note("set-user-id", createFile("\(folder)/setuid") | chmod("\(folder)/setuid", 0o4755))
    note("unreadable", createFile("\(folder)/unreadable") | chmod("\(folder)/unreadable", 0))
    note("sparse", createFile("\(folder)/sparse") | truncate("\(folder)/sparse", 1 << 40))
    var deep = folder
    var depth = 0
    while depth < 60, mkdir("\(deep)/d", 0o700) == 0 {
      deep += "/d"
      depth += 1
    }
    print("depth: \(depth)")
    print("odd files: done")
    // The last: nobody can look into it but root, so it ends another's guest at the next look, as what
    // may hold anything.
    note("unreadable folder", mkdir("\(folder)/closed", 0))
  }

  static func makeMany(in folder: String) {
    var made = 0
    while made < 20_000, createFile("\(folder)/file-\(made)") == 0 { made += 1 }
    print("many: \(made), errno \(errno)")
  }

  private static func note(_ what: String, _ result: Int32) {
    let code = errno
    print("\(what): \(result == 0 ? "made" : "errno \(code)")")
  }

  private static func createFile(_ path: String) -> Int32 {
    createFile(bytes: Array(path.utf8))
  }

  private static func createFile(bytes path: [UInt8]) -> Int32 {
    let terminated = path.map { CChar(bitPattern: $0) } + [0]
    let file = open(terminated, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return -1 }
    write(file, "content\n", 8)
    close(file)
    return 0
  }
}
