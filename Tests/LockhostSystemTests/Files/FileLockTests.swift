// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@Suite("Locks") struct FileLockTests {
  private let name = FileName(literal: "lock")

  @Test("one holder at a time, and the next when it lets go")
  func exclusive() throws {
    let folder = try HostileFolder()
    #expect(try !FileLock.isHeld(name, in: folder.directory))
    var lock = try FileLock.take(name, in: folder.directory, waiting: false)
    #expect(lock != nil)
    #expect(try FileLock.isHeld(name, in: folder.directory))
    #expect(try FileLock.take(name, in: folder.directory, waiting: false) == nil)
    lock = nil
    #expect(try !FileLock.isHeld(name, in: folder.directory))
    lock = try FileLock.take(name, in: folder.directory, waiting: false)
    #expect(lock != nil)
  }

  @Test("a lock file that was removed meanwhile is no lock")
  func removed() throws {
    let folder = try HostileFolder()
    let first = try #require(try FileLock.take(name, in: folder.directory, waiting: false))
    try folder.directory.unlink(name)
    let second = try FileLock.take(name, in: folder.directory, waiting: false)
    #expect(second != nil)
    withExtendedLifetime(first) {}
  }

  @Test("a copy of the descriptor keeps the lock")
  func copies() throws {
    let folder = try HostileFolder()
    var lock = try FileLock.take(name, in: folder.directory, waiting: false)
    var copy = try lock.map { SharedDescriptor(try $0.descriptor.duplicate()) }
    lock = nil
    #expect(try FileLock.isHeld(name, in: folder.directory))
    copy = nil
    #expect(try !FileLock.isHeld(name, in: folder.directory))
    _ = copy
  }
}
