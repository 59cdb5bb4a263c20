// SPDX-License-Identifier: MIT

import CLockhostTesting
import Dispatch
import Glibc
import LockhostPolicy
import LockhostSystem

/// A child that makes calls under a filter with a listener, as a guest does.
@safe final class NotifiedChild: @unchecked Sendable {
  /// The number that the launcher's report socket has in these tests, less one.
  static let executable: UInt32 = 200

  /// The listener, until somebody takes it.
  private var listener: SharedDescriptor?
  let pid: Int32
  private let results: UnsafeMutablePointer<Int64>

  /// Starts making the calls, in order and again `rounds` times.
  init(_ program: FilterProgram, calls: [(String, [Int64])], rounds: Int = 1) throws {
    let calls = calls.map { name, arguments in
      let a = arguments + [0, 0, 0, 0, 0, 0]
      return lh_filtered_call(
        number: Int64(Syscall.named(name)?.number ?? .max),
        arguments: (a[0], a[1], a[2], a[3], a[4], a[5]))
    }
    guard let memory = unsafe lh_shared_memory(calls.count * 8) else {
      throw SystemError(call: "mmap(2)", code: ENOMEM)
    }
    unsafe results = memory.assumingMemoryBound(to: Int64.self)
    var pid: Int32 = 0
    let results = unsafe results
    let code = unsafe program.bytes.withUnsafeBytes { bytes in
      unsafe lh_notified_calls(
        bytes.baseAddress, program.instructions.count, calls, calls.count, results, rounds,
        Int32(Self.executable + 1), &pid)
    }
    guard code >= 0 else { throw SystemError(call: "lh_notified_calls", code: -code) }
    listener = SharedDescriptor(adopting: code)
    self.pid = pid
  }

  /// What the last round's call of this place returned.
  func result(_ place: Int) -> Int64 { unsafe results[place] }

  /// Hands the listener over; the taker's reference is then the only one.
  func takeListener() throws -> SharedDescriptor {
    defer { listener = nil }
    guard let listener else { throw SystemError(call: "takeListener", code: EBADF) }
    return listener
  }

  func kill() { _ = Glibc.kill(pid, SIGKILL) }

  /// Waits for the child's end.
  ///
  /// - Returns: Its exit code, or 128 and the signal's number.
  func end() async -> Int32 {
    let pid = pid
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        continuation.resume(returning: signal == 0 ? status >> 8 & 0xff : 128 + signal)
      }
    }
  }
}
