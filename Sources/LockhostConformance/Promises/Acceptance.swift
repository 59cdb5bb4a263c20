// SPDX-License-Identifier: MIT

/// An answer that keeps a promise, and the layers that can have given it.
package struct Acceptance: Hashable, Sendable {
  /// Which answers.
  package var pattern: AnswerPattern
  /// Who gives such an answer to this call; more than one where the answer alone cannot tell.
  package var layers: Set<Layer>

  /// Accepts an answer.
  package init(_ pattern: AnswerPattern, by layers: Layer...) {
    self.pattern = pattern
    self.layers = Set(layers)
  }

  /// The filter refuses or kills.
  ///
  /// Only for calls whose arguments would give another error without it.
  package static let byFilter: [Acceptance] = [
    .init(.signal(31), by: .filter), .init(.errors("EPERM", "ENOSYS", "EACCES"), by: .filter),
  ]
  /// The object is not there.
  package static let byAbsence: [Acceptance] = [
    .init(
      .errors("ENOENT", "ENXIO", "ENODEV", "ESRCH", "ECONNREFUSED", "ENOTDIR", "ENOTTY"),
      by: .absence)
  ]
  /// It works, as it should.
  package static let done: [Acceptance] = [.init(.done, by: .kernel)]
}

/// A set of answers.
package enum AnswerPattern: Hashable, Sendable {
  /// The probe did it.
  case done
  /// The probe did it, and its evidence is exactly this.
  case doneSaying(String)
  /// The probe was refused with one of these errors, by name.
  case errors(Set<String>)
  /// The probe was refused, with whatever error.
  case anyError
  /// The probe died of this signal after it had begun.
  case signal(Int32)
  /// The probe was killed or died, of whatever.
  case anyDeath

  /// The probe was refused with one of these errors, by name.
  package static func errors(_ names: String...) -> AnswerPattern { .errors(Set(names)) }

  /// Whether it holds this answer.
  package func matches(_ answer: Answer) -> Bool {
    switch (self, answer) {
    case (.done, .done), (.anyError, .refused), (.anyDeath, .died): true
    case (.doneSaying(let text), .done(let evidence)): evidence == text
    case (.errors(let names), .refused(let name, _)): names.contains(name)
    case (.signal(let number), .died(let signal)): signal == number
    default: false
    }
  }
}
