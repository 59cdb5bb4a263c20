// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Room that is kept for a file")
struct FileReserveTests {
  private let scratch: ScratchFolder
  private let folder: Directory
  private let reserve = FileName(literal: "reserve")
  private let record = FileName(literal: "record")

  init() throws {
    scratch = try ScratchFolder()
    folder = try Directory.open(path: scratch.path)
  }

  /// The room on the disk that a file has.
  private func room(of name: String) -> Int {
    var facts = stat()
    guard unsafe stat(scratch.path(name), &facts) == 0 else { return -1 }
    return Int(facts.st_blocks) * 512
  }

  @Test("becomes that file, and gives back what it does not need") func becomes() throws {
    try FileReserve.make(reserve, bytes: 65_536, in: folder)
    #expect(room(of: "reserve") >= 65_536)
    let bytes = Array("the record".utf8)
    #expect(try FileReserve.write(bytes, into: reserve, as: record, in: folder))
    #expect(scratch.contents() == ["record"])
    #expect(try AtomicFile.read(record, in: folder, maximumBytes: 100) == bytes)
    try FileReserve.trim(record, in: folder)
    #expect(room(of: "record") < 65_536)
    #expect(try AtomicFile.read(record, in: folder, maximumBytes: 100) == bytes)
  }

  @Test("takes the place of the file that was there, also where more stood in the reserve")
  func replaces() throws {
    try AtomicFile.write(Array("old".utf8), to: record, in: folder)
    try AtomicFile.write([UInt8](repeating: 1, count: 9000), to: reserve, in: folder)
    #expect(try FileReserve.write(Array("new".utf8), into: reserve, as: record, in: folder))
    #expect(try AtomicFile.read(record, in: folder, maximumBytes: 100) == Array("new".utf8))
  }

  @Test(
    "brought to the disk beforehand, it becomes a longer file or a shorter one",
    arguments: [10, 5000, 9000])
  func synchronized(count: Int) throws {
    try FileReserve.make(reserve, bytes: 65_536, in: folder)
    try FileReserve.synchronize(reserve, bytes: 5000, in: folder)
    let bytes = [UInt8](repeating: 7, count: count)
    #expect(try FileReserve.write(bytes, into: reserve, as: record, in: folder))
    #expect(try AtomicFile.read(record, in: folder, maximumBytes: 1 << 20) == bytes)
    #expect(scratch.contents() == ["record"])
  }

  @Test("a file may need more than was kept") func grows() throws {
    try FileReserve.make(reserve, bytes: 4096, in: folder)
    let bytes = [UInt8](repeating: 7, count: 20_000)
    #expect(try FileReserve.write(bytes, into: reserve, as: record, in: folder))
    #expect(try AtomicFile.read(record, in: folder, maximumBytes: 1 << 20) == bytes)
  }

  @Test("without it nothing is written") func absent() throws {
    #expect(try !FileReserve.write([1], into: reserve, as: record, in: folder))
    try FileReserve.trim(record, in: folder)
    try FileReserve.synchronize(reserve, bytes: 10, in: folder)
    #expect(scratch.contents() == [])
  }
}
