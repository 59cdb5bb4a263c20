// SPDX-License-Identifier: MIT

package import Lockhost
package import LockhostDevice
import LockhostServices

/// Why a script stopped before its end.
package struct StepFailure: Error, Hashable, Sendable {
  /// What was in the way.
  package enum Cause: Hashable, Sendable {
    /// The session ended while the step waited, or before it.
    case ended(SessionEnding)
    /// What the step needs did not come in time.
    case timedOut(Duration)
    /// The step was tried and refused.
    case refused(DrivingError)
  }

  package let line: Script.Line
  /// From 1.
  package let number: Int
  /// How many steps the script has.
  package let total: Int
  package let cause: Cause

  /// The failure that `lockhost launch` ends with.
  package var failure: CommandFailure {
    let place = "step \(number) of \(total), `\(line.text)`"
    let (code, message, help) = explanation
    return CommandFailure(
      code: code, "\(place): \(message)", help: help, exitStatus: ExitStatus.failure)
  }

  /// The same as the record has it.
  package var recorded: ExitRecord.FailedStep {
    let (code, message, _) = explanation
    return ExitRecord.FailedStep(
      number: number, total: total, step: line.text, code: code, message: message)
  }

  private var explanation: (String, String, [String]) {
    switch cause {
    case .ended(let ending), .refused(.ended(let ending)):
      let reason = ending.code.map { "\(ending.reason), \($0)" } ?? ending.reason
      return (
        "LH5201", "the session ended before it could happen (\(reason))",
        ending.code.map { ["`lockhost explain \($0)` says why a session ends like this"] } ?? []
      )
    case .timedOut(let limit):
      return (
        "LH5202", "it did not happen within \(DurationText.describe(limit))",
        ["`--step-timeout` waits longer"]
      )
    case .refused(.unhandled(let button, let reason, let advice)):
      return ("LH5203", "a press of \(button.rawValue) goes nowhere: \(reason)", [advice])
    case .refused(.noElement(let label, let present)):
      let help = Suggestion.nearest(to: label, among: present).map { "did you mean \"\($0)\"?" }
      let list = present.isEmpty ? "nothing" : present.prefix(12).joined(separator: ", ")
      return (
        "LH5204", "nothing enabled on the screen has this label",
        [help, "there is: \(list)"].compactMap(\.self)
      )
    case .refused(.nothingAsked):
      return (
        "LH5205", "nobody asks for authentication",
        ["the extension asks when it opens the app: press what does that first"]
      )
    case .refused(.refused(let code, let reason)):
      return (code, reason, [])
    }
  }
}
