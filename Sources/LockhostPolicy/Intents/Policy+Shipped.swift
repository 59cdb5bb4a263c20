// SPDX-License-Identifier: MIT

extension Policy {
  /// The policy of a capture extension.
  public static let capture = shipped("capture")

  /// The policy of a camera's full app.
  public static let app = shipped("app")

  /// The policy of a control.
  public static let control = shipped("control")

  /// The policy of a program that gets everything through descriptors.
  public static let compute = shipped("compute")

  /// The policy of an ordinary program of the system.
  public static let program = shipped("program")

  /// Reads a text that is part of lockhost itself, so that a mistake in it is lockhost's own.
  ///
  /// It is not resolved here as others are, to find contradictions: that takes 4 ms, a test has done it,
  /// and a launch whose filter is kept needs no rule.
  private static func shipped(_ name: String) -> Policy {
    do {
      return try PolicyLibrary.builtIn.source(name, checking: false).policy
    } catch {
      preconditionFailure("the built-in policy \(name) does not parse: \(error)")
    }
  }
}
