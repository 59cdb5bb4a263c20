// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Directories") struct DirectoryTests {
  @Test("a link is neither entered nor read, whatever it names")
  func links() throws {
    let folder = try HostileFolder()
    try folder.specials()
    try folder.file(FileName(literal: "plain"))
    #expect(throws: Never.self) { try folder.directory.file(FileName(literal: "plain")) }
    for name in ["link to file", "link to folder", "link to root", "dangling"] {
      let name = try #require(FileName(name))
      #expect(try folder.directory.facts(of: name).kind == .symbolicLink)
      #expect(throws: SystemError(call: "openat2(2)", code: ELOOP)) {
        try folder.directory.file(name)
      }
      let entered = #expect(throws: SystemError.self) { try folder.directory.directory(name) }
      #expect([ELOOP, ENOTDIR].contains(entered?.code))
    }
  }

  @Test("a named pipe without a writer does not make a reader wait", .timeLimit(.minutes(5)))
  func pipe() throws {
    let folder = try HostileFolder()
    try folder.specials()
    #expect(throws: SystemError(call: "openat2(2)", code: EINVAL)) {
      try folder.directory.file(FileName(literal: "pipe"))
    }
  }

  @Test("holding an entry opens nothing, and works for every kind")
  func holding() throws {
    let folder = try HostileFolder()
    try folder.specials()
    for name in try folder.directory.names() {
      let held = try folder.directory.hold(name)
      #expect(try FileFacts(of: held) == folder.directory.facts(of: name))
    }
  }

  @Test("names come back byte for byte")
  func bytes() throws {
    let folder = try HostileFolder()
    let names = try [[0xFF, 0xFE], [0x0A], Array("*".utf8), [0x20], [0xC3, 0xA9]].map { bytes in
      try #require(FileName(bytes: bytes))
    }
    for name in names { try folder.file(name) }
    #expect(Set(try folder.directory.names()) == Set(names))
  }

  @Test("another mount is not entered", .enabled(if: isMounted("/proc"), "no /proc is mounted"))
  func mounts() throws {
    let root = try Directory.open(path: "/")
    #expect(throws: SystemError(call: "openat2(2)", code: EXDEV)) {
      try root.directory(FileName(literal: "proc"))
    }
  }

  @Test("an entry in the way is not replaced unless that is asked for")
  func moving() throws {
    let folder = try HostileFolder()
    let (old, new) = (FileName(literal: "old"), FileName(literal: "new"))
    try folder.file(old, text: "old")
    try folder.file(new, text: "new")
    #expect(throws: SystemError(call: "renameat2(2)", code: EEXIST)) {
      try folder.directory.move(old, to: folder.directory, as: new, replacing: false)
    }
    try folder.directory.move(old, to: folder.directory, as: new, replacing: true)
    #expect(
      try AtomicFile.read(new, in: folder.directory, maximumBytes: 100) == Array("old".utf8))
  }

  private static func isMounted(_ path: String) -> Bool {
    let above = try? Directory.open(path: "/").facts().mount
    return (try? Directory.open(path: path).facts().mount) != above
  }
}
