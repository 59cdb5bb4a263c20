// SPDX-License-Identifier: MIT

import CLockhostTesting
import Foundation
import Glibc
import LockhostSandbox
import LockhostSystem

/// A spawner from which something was taken away before it began.
///
/// The product has no hook for this: what its process sees is a kernel that answers differently.
struct FaultySpawner {
  let spawner: Spawner
  private let folder: TemporaryFolder

  /// One for all of them, since a loop's thread lives as long as the tests.
  private static let loop = Result { try EventLoop(name: "lockhost-faulty") }

  /// Makes a spawner that runs under these lines of `lockhost-testing-spawn`.
  init(
    _ lines: [String], in folder: TemporaryFolder? = nil, spare: Spawner.Spare = .none
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    unsafe chmod(self.folder.path, 0o755)
    let wrapper = try ProgramFolder.path(of: "lockhost-testing-spawn")
    let program = try ProgramFolder.path(of: "lockhost-spawn")
    let link = self.folder.path + "/spawn"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: wrapper)
    try self.folder.write(
      "spawn.lines", (["spawner \(program)"] + lines).joined(separator: "\n") + "\n")
    spawner = try Spawner(programPath: link, loop: try Self.loop.get(), spare: spare)
  }

  /// A spawner to which these calls answer with these errors, always.
  static func answering(_ calls: (number: Int32, error: Int32)...) throws -> FaultySpawner {
    try FaultySpawner(calls.map { "answer \($0.number) \($0.error)" })
  }
}

/// A spawner whose every call is judged, and one of them refused.
@safe final class JudgedSpawner: @unchecked Sendable {
  private(set) var faulty: FaultySpawner?
  private let judge: OpaquePointer
  private let folder: TemporaryFolder

  var spawner: Spawner {
    get throws {
      guard let faulty else { throw SystemError(call: "ended", code: EBADF) }
      return faulty.spawner
    }
  }

  init(_ fault: lh_fault, spare: Spawner.Spare = .none) throws {
    folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let listening = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) {
      unsafe $0.copyBytes(from: path.utf8.prefix(107))
    }
    let bound = unsafe withUnsafePointer(to: address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listening, 8) == 0, let judge = unsafe lh_judge_start(listening, fault)
    else { throw SystemError(call: "bind(2)", code: errno) }
    unsafe self.judge = judge
    faulty = try FaultySpawner(["listen \(path)"], in: folder, spare: spare)
  }

  /// The calls that were counted so far.
  var calls: [lh_judged_call] {
    let none = lh_judged_call()
    return unsafe [lh_judged_call](unsafeUninitializedCapacity: 4096) { buffer, count in
      unsafe buffer.initialize(repeating: none)
      count = unsafe lh_judge_calls(judge, buffer.baseAddress, 4096)
    }
  }

  var hasFailed: Bool { unsafe lh_judge_has_failed(judge) != 0 }

  /// Whether the host had to start another spawner, because the one with the fault had ended.
  var isReplaced: Bool { unsafe lh_judge_spawners(judge) > 1 }

  /// Ends the spawner and waits until all it made is dead.
  ///
  /// The judge's listener hangs up only when no process under its filter is left, so that this
  /// returns is what shows that nothing stays behind.
  func end() async {
    faulty = nil
    let judge = unsafe SendableJudge(judge)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        unsafe lh_judge_stop(judge.pointer)
        continuation.resume()
      }
    }
  }
}

@safe private struct SendableJudge: @unchecked Sendable {
  let pointer: OpaquePointer
  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
}
