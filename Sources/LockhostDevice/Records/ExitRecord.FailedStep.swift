// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// The step of a script that could not be taken, which ended the script and so the session.
  public struct FailedStep: Codable, Hashable, Sendable {
    /// Which one, from 1.
    public var number: Int
    /// How many the script has.
    public var total: Int
    /// The step, as it was written.
    public var step: String
    /// The code of the article about it.
    @NullWhenNil public var code: String?
    /// What was in the way, in one sentence for people.
    public var message: String

    /// Creates the account of a step.
    public init(number: Int, total: Int, step: String, code: String?, message: String) {
      self.number = number
      self.total = total
      self.step = step
      self.code = code
      self.message = message
    }
  }
}
