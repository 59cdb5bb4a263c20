// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem
import Synchronization

/// The suite's own folder in the host: the probe's copy, the canaries' files, a folder for each call.
///
/// Everybody may enter it, since a launcher may make its guests another user; the files in it that are
/// to be kept from a sandbox are readable for everybody as well, so that it is not their mode that keeps
/// them. Removed with the last reference.
final class Scratch: Sendable {
  /// Its absolute path.
  let path: String
  private let count = Atomic<Int>(0)

  /// - Throws: `SystemError` when it cannot be made.
  init() throws(SystemError) {
    let parent = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    path = "\(parent)/lockhost-conformance-\(UUID().uuidString.prefix(13))"
    guard unsafe mkdir(path, 0o755) == 0, unsafe chmod(path, 0o755) == 0 else {
      throw SystemError(call: "mkdir(2)", code: errno)
    }
  }

  deinit {
    // Probes may have made what cannot be removed; that stays in the temporary folder.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A path that nothing has yet.
  func newPath(_ name: String) -> String {
    "\(path)/\(name)-\(count.add(1, ordering: .relaxed).newValue)"
  }

  /// A new folder.
  func folder(_ name: String, mode: mode_t = 0o755) throws(SystemError) -> String {
    let path = newPath(name)
    guard unsafe mkdir(path, mode) == 0, unsafe chmod(path, mode) == 0 else {
      throw SystemError(call: "mkdir(2)", code: errno)
    }
    return path
  }

  /// A file with a text, which everybody may use as the mode says.
  func write(_ text: String, to path: String, mode: mode_t) throws(SystemError) {
    let number = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let file = SharedDescriptor(adopting: number)
    guard fchmod(number, mode) == 0 else { throw SystemError(call: "fchmod(2)", code: errno) }
    try file.writeAll(Array(text.utf8))
  }

  /// Copies a program.
  func copyProgram(_ source: String, to path: String) throws(SystemError) {
    let number = unsafe open(source, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let from = SharedDescriptor(adopting: number)
    let made = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    guard made >= 0 else { throw SystemError(call: "open(2)", code: errno) }
    let to = SharedDescriptor(adopting: made)
    guard fchmod(made, 0o755) == 0 else { throw SystemError(call: "fchmod(2)", code: errno) }
    while let part = try from.read(maximumBytes: 1 << 20), !part.isEmpty { try to.writeAll(part) }
  }
}
