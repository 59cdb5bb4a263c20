// SPDX-License-Identifier: MIT

/// What an intent gives back.
public protocol IntentResult: Sendable {}

/// The result of an intent that gives back nothing but that it is done.
public struct IntentResultContainer: IntentResult {}

extension IntentResult where Self == IntentResultContainer {
  /// It is done.
  public static func result() -> IntentResultContainer { IntentResultContainer() }
}
