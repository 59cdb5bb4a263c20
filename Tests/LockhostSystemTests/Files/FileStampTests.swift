// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Stamps of files") struct FileStampTests {
  private let scratch: ScratchFolder
  private let path: String

  init() throws {
    scratch = try ScratchFolder()
    path = try scratch.write("before", to: "folder/file")
  }

  /// Gives a file its old times of access and modification back.
  private func restoreTimes(_ facts: stat) {
    var times = [facts.st_atim, facts.st_mtim]
    #expect(unsafe utimensat(AT_FDCWD, path, &times, 0) == 0)
  }

  @Test("are the same as long as nobody changes the file, and after it was read")
  func same() throws {
    let stamp = try FileStamp(of: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    #expect(try FileStamp(of: path) == stamp)
  }

  @Test("tell a change of the same length apart, also when the time of modification is put back")
  func hiddenChange() throws {
    var facts = stat()
    try #require(unsafe stat(path, &facts) == 0)
    let stamp = try FileStamp(of: path)
    // The coarsest clock of a file system that tests run on.
    usleep(20_000)
    let file = unsafe open(path, O_WRONLY)
    try #require(unsafe write(file, "behind", 6) == 6)
    close(file)
    restoreTimes(facts)
    #expect(try FileStamp(of: path) != stamp)
  }

  @Test("tell another mode, another file and another entry of a folder apart")
  func others() throws {
    let stamp = try FileStamp(of: path)
    usleep(20_000)
    #expect(unsafe chmod(path, 0o640) == 0)
    let changed = try FileStamp(of: path)
    #expect(changed != stamp)
    let folder = try FileStamp(of: scratch.path("folder"))
    usleep(20_000)
    try scratch.write("before", to: "folder/other")
    #expect(try FileStamp(of: scratch.path("folder")) != folder)
    #expect(unsafe rename(scratch.path("folder/other"), path) == 0)
    #expect(try FileStamp(of: path).identity != changed.identity)
  }

  @Test("are of a link itself, or of what it leads to")
  func links() throws {
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try FileStamp(of: link).identity != FileStamp(of: path).identity)
    #expect(try FileStamp(of: link, followingLinks: true) == FileStamp(of: path))
    #expect(throws: SystemError(call: "lstat(2)", code: ENOENT)) {
      try FileStamp(of: scratch.path("nothing"))
    }
  }

  @Test("of a file that has just changed are not settled, those of an old one are")
  func settled() throws {
    #expect(try !FileStamp(of: path).isSettled)
    usleep(200_000)
    // Unless it changed at a whole second, as on a file system that knows no others.
    var facts = stat()
    #expect(unsafe stat(path, &facts) == 0)
    #expect(try FileStamp(of: path).isSettled == (facts.st_ctim.tv_nsec != 0))
    // Part of the system, and older than this test.
    #expect(try FileStamp(of: "/bin/true", followingLinks: true).isSettled)
  }
}
