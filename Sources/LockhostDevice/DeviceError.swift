// SPDX-License-Identifier: MIT

public import LockhostSystem

/// Why a bundle could not be used, or the device's state not be read or written.
///
/// Always says four things: what happened, on what, why, and what to do.
public struct DeviceError: Error, Hashable, Sendable {
  /// Which of the known mistakes it is.
  ///
  /// `lockhost explain` has an article for each.
  public let code: Code
  /// The file or folder concerned, if there is one.
  ///
  /// Printable: foreign bytes are escaped.
  public let path: String?
  /// What happened and why, as one sentence without the path.
  public let message: String
  /// What to do about it, as one sentence.
  public let fix: String
  /// The call that the kernel refused, if one was.
  public let cause: SystemError?

  /// Creates an error.
  public init(
    _ code: Code, path: String? = nil, message: String, fix: String, cause: SystemError? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.fix = fix
    self.cause = cause
  }
}

extension DeviceError: CustomStringConvertible {
  /// The error as one line: code, path, what happened, the kernel's answer.
  public var description: String { "\(code.rawValue): \(sentence)" }

  /// The same without the code, for where that stands beside it.
  package var sentence: String {
    var line = ""
    if let path { line += "\(path): " }
    line += message
    if let cause { line += " (\(cause.call): \(cause.message))" }
    return line
  }
}
