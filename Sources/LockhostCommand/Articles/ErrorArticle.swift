// SPDX-License-Identifier: MIT

/// What `lockhost explain CODE` has to say: one error, what it is, why it comes, what to do.
package struct ErrorArticle: Encodable, Sendable {
  /// `LHnnnn`.
  package let code: String
  /// The mistake in a few words.
  package let title: String
  /// What happened.
  package let what: String
  /// Why lockhost, or the phone it imitates, does not let it pass.
  package let why: String
  /// What to do, one step each.
  package let steps: [String]

  init(_ code: String, _ title: String, what: String, why: String, steps: [String]) {
    self.code = code
    self.title = title
    self.what = what
    self.why = why
    self.steps = steps
  }

  /// Every article, by code.
  package static let all: [ErrorArticle] =
    (bundleArticles + decisionArticles + sessionArticles + tierArticles + sandboxArticles
    + mediaArticles
    + shippedArticles + commandArticles + scriptArticles + buildArticles + stateArticles
    + ownArticles + conformanceArticles + controlArticles + checkArticles)
    .sorted { $0.code < $1.code }

  /// The article of a code, however it is written: `LH2001`, `lh2001`, `2001`.
  package static func article(_ typed: String) -> ErrorArticle? {
    let upper = typed.uppercased()
    let code = upper.hasPrefix("LH") ? upper : "LH" + upper
    return all.first { $0.code == code }
  }

  /// The first digit of a code with what it stands for.
  package static let families: [(prefix: String, title: String)] = [
    ("LH1", "Bundles and the launch decision"),
    ("LH2", "Ends of sessions"),
    ("LH3", "The sandbox"),
    ("LH4", "Cameras, photos and pictures"),
    ("LH5", "Command line, scripts and builds"),
    ("LH6", "Stored state"),
    ("LH9", "The conformance suite, and lockhost's own mistakes"),
  ]
}
