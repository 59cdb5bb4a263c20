// SPDX-License-Identifier: MIT

/// `Docs/Errors.md`, made from the articles.
package enum ErrorsPage {
  /// The page.
  package static func markdown() -> String {
    var lines = [
      "<!-- Made by `lockhost __generate errors`; change Sources/LockhostCommand/Articles instead. -->",
      "# Errors",
      "",
      "Every error of lockhost has a code that lasts. `lockhost explain CODE` prints its article.",
    ]
    for family in ErrorArticle.families {
      lines += ["", "## \(family.title) (\(family.prefix)…)"]
      for article in ErrorArticle.all where article.code.hasPrefix(family.prefix) {
        lines += ["", "### \(article.code): \(article.title)", ""]
        lines += Wrapping.lines(article.what, width: 100) + [""]
        lines += Wrapping.lines(article.why, width: 100) + [""]
        lines += article.steps.flatMap { step in
          let body = Wrapping.lines(step, width: 98)
          return ["- " + (body.first ?? "")] + body.dropFirst().map { "  " + $0 }
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
