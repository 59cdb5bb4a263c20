// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSystem

/// A System V object.
final class SystemVCanary: HeldCanary {
  enum Kind: Int32, Sendable { case memory, queue, semaphore }

  let value: String
  let tellsWord: Bool
  private let kind: Kind
  private let identifier: Int32
  private let word: String

  init(_ kind: Kind, word: String) throws(SystemError) {
    let key = Int32.random(in: 0x1000_0000...Int32.max)
    identifier =
      switch kind {
      case .memory: unsafe lh_canary_memory(key, word)
      case .queue: unsafe lh_canary_queue(key, word)
      case .semaphore: lh_canary_semaphore(key)
      }
    guard identifier >= 0 else { throw SystemError(call: "shmget(2)", code: errno) }
    self.kind = kind
    self.word = word
    value = String(key)
    tellsWord = kind != .semaphore
  }

  deinit { lh_canary_remove(kind.rawValue, identifier) }

  func touched() -> String? {
    switch kind {
    case .memory:
      unsafe lh_canary_memory_touched(identifier, word) != 0
        ? "the segment was attached, changed or removed" : nil
    case .queue:
      lh_canary_queue_count(identifier) != 1 ? "a message came or went" : nil
    case .semaphore:
      lh_canary_semaphore_value(identifier) != 1 ? "the semaphore has changed" : nil
    }
  }
}

/// A POSIX object with a name.
final class PosixCanary: HeldCanary {
  let value: String
  let tellsWord = true
  private let isQueue: Bool
  private let descriptor: SharedDescriptor
  private let word: String

  init(queue name: String, word: String) throws(SystemError) {
    let number = unsafe lh_canary_posix_queue(name, word)
    guard number >= 0 else { throw SystemError(call: "mq_open(3)", code: errno) }
    (value, isQueue, self.word) = (name, true, word)
    descriptor = SharedDescriptor(adopting: number)
  }

  init(memory name: String, word: String) throws(SystemError) {
    let number = unsafe lh_canary_posix_memory(name, word)
    guard number >= 0 else { throw SystemError(call: "shm_open(3)", code: errno) }
    (value, isQueue, self.word) = (name, false, word)
    descriptor = SharedDescriptor(adopting: number)
  }

  deinit {
    if isQueue { unsafe lh_canary_posix_queue_remove(value) } else { unsafe shm_unlink(value) }
  }

  func touched() -> String? {
    if isQueue {
      return lh_canary_posix_queue_count(descriptor.rawValue) != 1 ? "a message came or went" : nil
    }
    var bytes = [UInt8](repeating: 0, count: word.utf8.count + 1)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor.rawValue, $0.baseAddress, $0.count, 0)
    }
    var facts = stat()
    let isThere = unsafe fstat(descriptor.rawValue, &facts) == 0 && facts.st_nlink == 1
    return isThere && bytes.prefix(max(count, 0)) == Array(word.utf8)[...]
      ? nil : "the memory was changed or removed"
  }
}

/// A terminal that only the host writes to.
struct TerminalCanary: HeldCanary {
  let value: String
  let tellsWord = false
  let terminal: SharedDescriptor
  private let master: SharedDescriptor

  init() throws(SystemError) {
    var path = [CChar](repeating: 0, count: 128)
    var other: Int32 = -1
    let number = unsafe lh_canary_terminal(&path, 128, &other)
    guard number >= 0, other >= 0 else { throw SystemError(call: "posix_openpt(3)", code: errno) }
    master = SharedDescriptor(adopting: number)
    terminal = SharedDescriptor(adopting: other)
    value = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func touched() -> String? {
    if lh_terminal_input(terminal.rawValue) > 0 { return "something was pushed into its input" }
    return lh_canary_has_input(master.rawValue) != 0 ? "something was written to it" : nil
  }
}

/// A process that sleeps.
final class VictimCanary: HeldCanary {
  let value: String
  let tellsWord = false
  private let process: Int32
  private let descriptor: ProcessDescriptor

  init(probe: String) throws(SystemError) {
    let null = try SharedDescriptor.null()
    process = try ProgramStart(
      path: probe, arguments: [probe, "sleep"], environment: [:],
      descriptors: [(null, 0), (null, 1), (null, 2)]
    ).start()
    descriptor = try ProcessDescriptor.open(process)
    value = String(process)
  }

  deinit {
    _ = try? descriptor.signal(SIGKILL)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  func touched() -> String? {
    if descriptor.hasExited { return "the process was killed" }
    let number = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return "the process was killed" }
    let file = SharedDescriptor(adopting: number)
    guard let text = try? file.read(maximumBytes: 512) else { return nil }
    return String(decoding: text, as: UTF8.self).contains(") T ") ? "the process was stopped" : nil
  }
}
