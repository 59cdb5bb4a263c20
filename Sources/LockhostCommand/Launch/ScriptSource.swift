// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Where `--do` takes its script from: the word itself, a file, or standard input.
enum ScriptSource {
  /// The largest file that is read as a script.
  private static let maximumBytes = 1 << 20

  /// The script that the word means.
  ///
  /// - Throws: LH5107 for a file that cannot be read, LH51nn for what is in it.
  static func read(_ word: String) throws(CommandFailure) -> Script {
    let text = word.hasPrefix("@") ? try file(String(word.dropFirst())) : word
    do throws(ScriptError) {
      return try ScriptParser.parse(text)
    } catch {
      throw error.failure
    }
  }

  private static func file(_ path: String) throws(CommandFailure) -> String {
    let descriptor =
      path == "-" ? dup(0) : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw unreadable(path, SystemError(call: "open(2)", code: errno)) }
    let owned = OwnedDescriptor(adopting: descriptor)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= maximumBytes {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(owned.rawValue, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw unreadable(path, SystemError(call: "read(2)", code: errno))
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw .usage("LH5107", "the script \(path) is no text, or larger than a script ever is")
    }
    return text
  }

  private static func unreadable(_ path: String, _ error: SystemError) -> CommandFailure {
    .usage(
      "LH5107", "the script \(path) cannot be read: \(error.message)",
      help: ["check the path; `@-` reads standard input"])
  }
}
