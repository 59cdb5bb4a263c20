// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostTesting
import Testing

@testable import LockhostCommand

/// Where `--json-output` writes, and what it leaves alone.
@Suite("The record's file")
struct RecordFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test("a new file is made, and an old one replaced")
  func regular() throws {
    let path = scratch.path("record.json")
    for line in ["one", "two"] {
      try RecordFile(path: path).write(line)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == line + "\n")
    }
    #expect(scratch.contents() == ["record.json"])
  }

  @Test("a link stays, and its target is written")
  func link() throws {
    let real = try scratch.write("old", to: "real.json")
    let link = scratch.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.json")
    try RecordFile(path: link).write("new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.json")
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "new\n")
  }

  @Test("a link to nothing, a folder, and a FIFO without a reader are refused at the start")
  func refused() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("lost"), withDestinationPath: "nowhere")
    unsafe mkfifo(scratch.path("fifo"), 0o600)
    for name in ["lost", "fifo", "", "none/record.json"] {
      #expect(throws: CommandFailure.self, "\(name)") {
        try RecordFile(path: scratch.path(name))
      }
    }
  }

  @Test("a device is written to, and what it says is told")
  func device() throws {
    let before = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    let file = try RecordFile(path: "/dev/full")
    #expect(throws: CommandFailure.self) { try file.write("record") }
    try RecordFile(path: "/dev/null").write("record")
    let after = try FileManager.default.attributesOfItem(atPath: "/dev/full")[.type]
    #expect(before as? FileAttributeType == .typeCharacterSpecial)
    #expect(after as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("a FIFO's reader gets the record")
  func fifo() throws {
    let path = scratch.path("fifo")
    unsafe mkfifo(path, 0o600)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try RecordFile(path: path).write("record")
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(unsafe read(reader, &bytes, bytes.count) == 7)
  }
}
