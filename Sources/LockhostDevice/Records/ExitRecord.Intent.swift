// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// The capture intent behind a press, and what came of its `perform()`.
  public struct Intent: Codable, Hashable, Sendable {
    /// What came of `perform()`.
    public enum Outcome: String, CaseIterable, Codable, Hashable, Sendable {
      /// It was not called: the press started the extension, or nothing.
      case notRun = "not-run"
      /// It returned.
      case performed
      /// It threw.
      case failed
      /// The app does not have the type.
      case notFound = "not-found"
      /// The app ended, or had not returned from it after a while.
      case noAnswer = "no-answer"
    }

    /// The intent's type name; `nil` when no program is known to contain one.
    @NullWhenNil public var name: String?
    /// The kind of the control that was pressed, if one is known.
    @NullWhenNil public var control: String?
    /// What came of `perform()`.
    public var outcome: Outcome
    /// Why, or what was thrown.
    @NullWhenNil public var message: String?

    /// Creates the account of an intent.
    public init(name: String?, control: String?, outcome: Outcome, message: String?) {
      self._name = NullWhenNil(wrappedValue: name)
      self._control = NullWhenNil(wrappedValue: control)
      self.outcome = outcome
      self._message = NullWhenNil(wrappedValue: message)
    }
  }
}
