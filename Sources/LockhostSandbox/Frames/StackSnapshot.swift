// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// What is needed to find a blocked thread's callers, copied while its call waits.
///
/// The copy is all that is read of a guest's memory, and nothing is ever followed in the guest itself:
/// its callers are worked out later, from the copy, when the guest has long gone on.
struct StackSnapshot: Sendable {
  /// How much of a stack is copied.
  static let stackBytes = 128 << 10
  /// How much of `/proc/PID/maps` is read; an honest guest has a few kilobytes.
  static let mapBytes = 256 << 10
  /// How many libraries are opened; an honest guest is one static file.
  fileprivate static let maximumFiles = 32

  let instructionPointer: UInt64
  let stackPointer: UInt64
  let stack: [UInt8]
  let map: [UInt8]
  /// The files that the guest executes code of, for reading; its mounts may be gone soon.
  let files: [MemoryMap.File: SharedDescriptor]

  /// The word at an address of the stack.
  func word(at address: UInt64) -> UInt64? {
    guard address >= stackPointer, let place = Int(exactly: address - stackPointer),
      place <= stack.count - 8
    else { return nil }
    var cursor = ByteCursor(stack, from: place)
    return try? cursor.u64()
  }

  /// Opens what has code mapped: the executable, and each library by its path in the guest, if what
  /// is there is the file that is mapped.
  fileprivate static func files(
    of thread: Int32, _ map: MemoryMap
  ) -> [MemoryMap.File: SharedDescriptor] {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    var files: [MemoryMap.File: SharedDescriptor] = [:]
    if let file = open("/proc/\(thread)/exe", flags), let identity = identity(of: file) {
      files[identity] = file
    }
    let libraries = map.areas.filter { area in
      area.isExecutable && area.file.inode != 0 && area.path.hasPrefix("/")
        && files[area.file] == nil
    }
    guard !libraries.isEmpty,
      let root = open("/proc/\(thread)/root", LH_O_PATH | O_DIRECTORY | O_CLOEXEC)
    else { return files }
    for area in libraries.prefix(maximumFiles) where files[area.file] == nil {
      let descriptor = unsafe lh_openat2_mode(
        root.rawValue, String(area.path.dropFirst()), UInt64(flags), 0,
        LH_RESOLVE_BENEATH | LH_RESOLVE_NO_SYMLINKS | LH_RESOLVE_NO_MAGICLINKS)
      guard descriptor >= 0 else { continue }
      let file = SharedDescriptor(adopting: descriptor)
      if identity(of: file) == area.file { files[area.file] = file }
    }
    return files
  }

  /// A regular file's identity.
  private static func identity(of file: SharedDescriptor) -> MemoryMap.File? {
    var (major, minor, inode) = (UInt32(0), UInt32(0), UInt64(0))
    guard unsafe lh_file_identity(file.rawValue, &major, &minor, &inode) == 1 else { return nil }
    return MemoryMap.File(major: major, minor: minor, inode: inode)
  }

  // MARK: /proc

  /// The stack pointer of a thread in a call: the last but one word of `/proc/PID/syscall`.
  fileprivate static func stackPointer(_ thread: Int32) -> UInt64? {
    guard let text = contents("/proc/\(thread)/syscall", limit: 512) else { return nil }
    let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    return words.count < 2 ? nil : UInt64(words[words.count - 2].dropFirst(2), radix: 16)
  }

  static func contents(_ path: String, limit: Int) -> [UInt8]? {
    guard let file = open(path, O_RDONLY | O_CLOEXEC) else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      guard let part = try? file.read(maximumBytes: min(65_536, limit - bytes.count)) else {
        return nil
      }
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }

  private static func open(_ path: String, _ flags: Int32) -> SharedDescriptor? {
    let descriptor = unsafe Glibc.open(path, flags)
    return descriptor >= 0 ? SharedDescriptor(adopting: descriptor) : nil
  }
}

extension StackSnapshot {
  /// Copies the stack of a process that has stopped; nil when it cannot be looked at.
  ///
  /// The pointers are the guest's word. May wait for the guest's memory to be read from a disk; not for
  /// the event loop.
  init?(process: Int32, instructionPointer: UInt64, stackPointer: UInt64) {
    guard process > 0, let map = Self.contents("/proc/\(process)/maps", limit: Self.mapBytes),
      let copy = Self.copy(of: process, from: stackPointer, MemoryMap(map))
    else { return nil }
    files = Self.files(of: process, MemoryMap(map))
    stack = copy
    self.map = map
    self.instructionPointer = instructionPointer
    self.stackPointer = stackPointer
  }

  /// What follows a stack pointer in its own area, so that nothing else is copied.
  private static func copy(of thread: Int32, from pointer: UInt64, _ map: MemoryMap) -> [UInt8]? {
    guard let area = map.area(at: pointer) else { return nil }
    let count = Int(min(UInt64(stackBytes), area.high - pointer))
    var stack = [UInt8](repeating: 0, count: count)
    let got = unsafe stack.withUnsafeMutableBytes { buffer in
      unsafe lh_read_memory(thread, pointer, buffer.baseAddress, count)
    }
    guard got > 0 else { return nil }
    stack.removeLast(count - min(count, Int(got)))
    return stack
  }

  /// Copies; nil when the thread is gone, does not wait any more, or cannot be looked at.
  ///
  /// May wait for the guest's memory to be read from a disk; not for the event loop.
  init?(of notification: lh_notification, listener: SharedDescriptor) {
    let thread = notification.thread
    guard thread > 0, let stackPointer = Self.stackPointer(thread),
      let map = Self.contents("/proc/\(thread)/maps", limit: Self.mapBytes)
    else { return nil }
    let parsed = MemoryMap(map)
    guard let stack = Self.copy(of: thread, from: stackPointer, parsed) else { return nil }
    files = Self.files(of: thread, parsed)
    self.stack = stack
    self.map = map
    instructionPointer = notification.instruction_pointer
    self.stackPointer = stackPointer
    // The number may have become somebody else's; then all of the above is.
    guard lh_seccomp_is_waiting(listener.rawValue, notification.identifier) == 1 else { return nil }
  }
}
