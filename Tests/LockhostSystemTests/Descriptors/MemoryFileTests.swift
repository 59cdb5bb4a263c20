// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import Testing

@Suite("A memory file")
struct MemoryFileTests {
  @Test("keeps what it was sealed with")
  func sealed() throws {
    let file = try MemoryFile.sealed(name: "test", content: [1, 2, 3])
    #expect(try file.seals().isSuperset(of: .finished))
    #expect(try file.size() == 3)
    #expect(try file.read(maximumBytes: 10) == [1, 2, 3])
    #expect(try file.read(maximumBytes: 2) == [1, 2])
    #expect(throws: SystemError(call: "write(2)", code: EPERM)) {
      try file.descriptor.writeAll([4])
    }
    #expect(throws: SystemError(call: "mmap(2)", code: EPERM)) { _ = try file.map(writable: true) }
  }

  @Test("what was mapped before sealing can be written, and shows to those who read")
  func futureWrite() throws {
    let file = try MemoryFile.create(name: "test", bytes: 4096)
    let writable = try file.map(writable: true)
    try file.addSeals([.shrink, .grow, .futureWrite, .seal])
    let readable = try file.map(writable: false)
    unsafe writable.mutableBytes[17] = 42
    let seen = unsafe readable.bytes[17]
    #expect(seen == 42)
    #expect(throws: SystemError.self) { _ = try file.map(writable: true) }
  }

  @Test("a descriptor that is no memory file has no seals")
  func noSeals() throws {
    let pipe = try Pipe()
    #expect(throws: SystemError(call: "fcntl(2)", code: EINVAL)) {
      _ = try MemoryFile(adopting: pipe.reading).seals()
    }
  }
}
