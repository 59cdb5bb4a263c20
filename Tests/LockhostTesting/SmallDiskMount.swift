// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A file system in memory of a fixed size, for programs that a test starts on it.
///
/// It is mounted in a mount namespace of its own, so that an ordinary user can have one too, and is
/// gone with this object. The kernel answers `ENOSPC` on it when it is full, as on any disk.
package final class SmallDiskMount: Sendable {
  /// Where it is mounted, for the programs that ``command(_:_:)`` starts.
  package let path: String
  /// Where the test sees it.
  package var visiblePath: String { "/proc/\(keeper.identifier)/root\(path)" }

  private let folder: ScratchFolder
  private let keeper: RunningProgram
  private let tools: (nsenter: String, unshare: String)

  /// Mounts one.
  ///
  /// - Throws: `MissingProgram` without util-linux, ``Failure`` where the machine refuses namespaces.
  package init(mebibytes: Int) async throws {
    folder = try ScratchFolder()
    path = folder.path
    tools = (try Self.tool("nsenter"), try Self.tool("unshare"))
    let script =
      "mount -t tmpfs -o size=\(mebibytes)m none '\(path)' && echo mounted && exec sleep 1d"
    let user = geteuid() == 0 ? [] : ["--user", "--map-root-user"]
    keeper = try RunningProgram(
      tools.unshare, user + ["--mount", "--propagation", "private", "sh", "-c", script])
    let started = keeper
    let isThere = await Waiting.until(within: .seconds(20)) {
      started.hasExited || started.output.contains("mounted")
    }
    guard isThere, !keeper.hasExited else { throw Failure(text: keeper.errors) }
  }

  deinit {
    _ = try? keeper.signal(SIGKILL)
    let keeper = keeper
    Task { _ = await keeper.finish() }
  }

  /// The command line that starts a program where this file system is mounted, as the test's user.
  package func command(_ program: String, _ arguments: [String]) -> (String, [String]) {
    let target = ["--mount", "--target", "\(keeper.identifier)"]
    if geteuid() == 0 { return (tools.nsenter, target + ["--", program] + arguments) }
    // Who mounted is root in there; the program is the same person under their own number.
    let own = ["--user", "--map-user=\(geteuid())", "--map-group=\(getegid())", "--"]
    return (
      tools.nsenter,
      ["--user", "--preserve-credentials"] + target + ["--", tools.unshare] + own + [program]
        + arguments
    )
  }

  /// Takes all the room that there is, then gives so many bytes back.
  package func fill(leaving bytes: Int = 0) throws {
    let file = unsafe open(fillerPath, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(text: "no filler: errno \(errno)") }
    defer { close(file) }
    let block = [UInt8](repeating: 0, count: 1 << 18)
    var length = block.count
    while length >= 512 {
      if unsafe write(file, block, length) <= 0 { length /= 2 }
    }
    guard bytes > 0 else { return }
    let end = lseek(file, 0, SEEK_END)
    guard ftruncate(file, max(0, end - bytes)) == 0 else {
      throw Failure(text: "ftruncate: errno \(errno)")
    }
  }

  /// Gives the room back.
  package func empty() { _ = unsafe unlink(fillerPath) }

  private var fillerPath: String { visiblePath + "/filler" }

  private static func tool(_ name: String) throws -> String {
    guard let path = ProgramRun.find(name) else { throw MissingProgram(name: name) }
    return path
  }

  /// Why there is none.
  package struct Failure: Error, CustomStringConvertible {
    package let text: String
    package var description: String { "no small disk: \(text)" }
  }
}
