// SPDX-License-Identifier: MIT

/// One thing about an app that will not work, or not as its author thinks.
public struct CheckFinding: Codable, Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, CaseIterable, Codable, Hashable, Sendable {
    /// The system refuses the app, or never starts the extension.
    case error
    /// It works, and people will wonder.
    case warning
  }

  /// The rule that found it, by a name that lasts: `extension-point`.
  public let rule: String
  /// The code of the article about it.
  public let code: String
  /// How bad it is.
  public let severity: Severity
  /// The file or folder concerned.
  public let path: String
  /// What is wrong, in one sentence.
  public let message: String
  /// What to do about it, in one sentence.
  public let fix: String
}

/// One known mistake, and how it is found.
public struct CheckRule: Sendable {
  /// What a rule says about one place.
  struct Remark {
    let path: String
    let message: String
    let fix: String
    /// The article, where the rule has several.
    var code: DeviceError.Code?
  }

  /// The rule's name, which lasts.
  public let id: String
  /// The article about it.
  public let code: DeviceError.Code
  /// How bad it is.
  public let severity: CheckFinding.Severity
  /// What a good app does, in one sentence.
  public let title: String
  let evaluate: @Sendable (CheckSubject) -> [Remark]

  func findings(in subject: CheckSubject) -> [CheckFinding] {
    evaluate(subject).map { remark in
      CheckFinding(
        rule: id, code: (remark.code ?? code).rawValue, severity: severity, path: remark.path,
        message: remark.message, fix: remark.fix)
    }
  }
}
