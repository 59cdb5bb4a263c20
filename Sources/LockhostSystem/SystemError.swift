// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A system call that the kernel refused, and with which error number.
///
/// This is the leaf under every other error of lockhost: which call, and why it failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The call by its manual page, such as `openat2(2)`.
  public let call: String

  /// The error number, as in `errno(3)`.
  public let code: Int32

  /// Makes an error from a call's manual page name and its error number.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Reads `errno`, which must be done on the line after the call that failed.
  static func last(_ call: String) -> SystemError {
    SystemError(call: call, code: errno)
  }

  /// The error number's name, such as `ENOENT`; the number where the C library has no name.
  public var name: String {
    guard let name = lh_error_name(code) else { return "errno \(code)" }
    return String(cString: name)
  }

  /// What the error number means, in the C library's words.
  public var message: String {
    guard let text = lh_error_text(code) else { return "error \(code)" }
    return String(cString: text)
  }
}

extension SystemError: CustomStringConvertible {
  /// The call, the meaning and the name: `openat2(2): No such file or directory (ENOENT)`.
  public var description: String { "\(call): \(message) (\(name))" }
}

/// Repeats a call for as long as a signal interrupts it.
///
/// - Throws: `SystemError` with the error number of the first failure that is not `EINTR`.
func retryingInterrupts<Result: BinaryInteger>(
  _ call: String, _ body: () -> Result
) throws(SystemError) -> Result {
  while true {
    let result = body()
    if result >= 0 { return result }
    let code = errno
    if code != EINTR { throw SystemError(call: call, code: code) }
  }
}
