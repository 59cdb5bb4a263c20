// SPDX-License-Identifier: MIT

/// What came of one run of a probe.
package enum Answer: Hashable, Sendable {
  /// It did what it tried; the evidence is its own words.
  case done(evidence: String)
  /// The call was refused, with this error by name.
  case refused(error: String, evidence: String)
  /// It could not be tried here.
  case untried(error: String, evidence: String)
  /// It began, and died of this signal without an answer; 0 when the launcher does not tell of what.
  case died(signal: Int32)
  /// It began, and did not answer in time.
  case late
  /// It never began: the launcher failed, and why.
  case notStarted(String)
  /// What it wrote cannot be believed, and why.
  case unbelievable(String)

  /// In a few words.
  package var text: String {
    switch self {
    case .done(let evidence): "done: \(evidence)"
    case .refused(let error, let evidence): "\(error): \(evidence)"
    case .untried(let error, let evidence): "not tried (\(error)): \(evidence)"
    case .died(0): "died"
    case .died(31): "killed by SIGSYS"
    case .died(let signal): "died of signal \(signal)"
    case .late: "no answer in time"
    case .notStarted(let why): "not started: \(why)"
    case .unbelievable(let why): "not believed: \(why)"
    }
  }

  /// The same answer with parts of its words replaced, so that it is the same in every run.
  func replacing(_ names: [(value: String, name: String)]) -> Answer {
    func changed(_ text: String) -> String {
      names.reduce(text) { text, pair in
        text.split(separator: pair.value, omittingEmptySubsequences: false)
          .joined(separator: pair.name)
      }
    }
    return switch self {
    case .done(let evidence): .done(evidence: changed(evidence))
    case .refused(let error, let evidence): .refused(error: error, evidence: changed(evidence))
    case .untried(let error, let evidence): .untried(error: error, evidence: changed(evidence))
    case .notStarted(let why): .notStarted(changed(why))
    case .died, .late, .unbelievable: self
    }
  }

  /// Whether two answers are of one kind and error, whatever their words.
  package func isLike(_ other: Answer) -> Bool {
    switch (self, other) {
    case (.done, .done), (.late, .late): true
    case (.refused(let left, _), .refused(let right, _)): left == right
    case (.died(let left), .died(let right)): left == right
    default: false
    }
  }
}
