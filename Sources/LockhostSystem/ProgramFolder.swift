// SPDX-License-Identifier: MIT

import Glibc

/// The folder of the running program, where lockhost's other programs are found.
public enum ProgramFolder {
  /// The folder itself, without a slash at its end.
  ///
  /// - Throws: `SystemError` for `readlink(2)` where `/proc` is not mounted.
  public static func path() throws(SystemError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = try retryingInterrupts("readlink(2)") {
      readlink("/proc/self/exe", &buffer, buffer.count)
    }
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }

  /// The path of a program beside the running one.
  ///
  /// - Throws: `SystemError` for `access(2)` with `ENOENT` or `EACCES` when it is not there or may
  ///   not be executed.
  public static func path(of program: String) throws(SystemError) -> String {
    let path = try path() + "/" + program
    guard access(path, X_OK) == 0 else { throw .last("access(2)") }
    return path
  }
}
