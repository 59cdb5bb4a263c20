// SPDX-License-Identifier: MIT

/// A launcher as a command line with places for the probe.
///
/// `{probe}` as a word of its own becomes the probe's path and all its arguments. A launcher that shows
/// the probe elsewhere says `{path}` for the path in the host, and `{arguments}` for what comes after
/// the program. `{bundle}` is a folder made for the run with an OCI bundle in it, `{name}` a name that
/// no other run has, `{scratch}` a folder of the suite.
package struct LaunchTemplate: Hashable, Sendable {
  /// The words.
  package let words: [String]

  /// Reads a command line: words between blanks, quoted with `'` or `"`, or escaped with a backslash.
  ///
  /// - Throws: `ConformanceError.badLauncher` for one without a probe, or with a quote that is not
  ///   closed.
  package init(parsing text: String) throws(ConformanceError) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for letter in text {
      if isEscaped {
        word = (word ?? "") + String(letter)
        isEscaped = false
      } else if letter == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if letter == open { quote = nil } else { word = (word ?? "") + String(letter) }
      } else if letter == "'" || letter == "\"" {
        quote = letter
        word = word ?? ""
      } else if letter == " " || letter == "\t" || letter == "\n" {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(letter)
      }
    }
    guard quote == nil, !isEscaped else {
      throw .badLauncher(text, reason: "a quote is not closed")
    }
    if let finished = word { words.append(finished) }
    try self.init(words: words)
  }

  /// Takes words as they are.
  ///
  /// - Throws: `ConformanceError.badLauncher` for one without a probe.
  package init(words: [String]) throws(ConformanceError) {
    self.words = words
    let places = ["{probe}", "{arguments}", "{bundle}"]
    guard words.contains(where: { places.contains($0) }) else {
      throw .badLauncher(
        words.joined(separator: " "),
        reason: "it has no place for the probe: write {probe}, {arguments} or {bundle}")
    }
  }

  /// Whether an OCI bundle is to be made for each run.
  var needsBundle: Bool { words.contains("{bundle}") }

  /// Where the sandbox shows the probe, if that is elsewhere than in the host.
  var probeInside: String? {
    if needsBundle { return BundleMaker.probeInside }
    guard let place = words.firstIndex(of: "{arguments}"), place > 0, words[place - 1] != "{path}"
    else { return nil }
    return words[place - 1]
  }

  /// The OCI runtime among the words: what is asked for a bundle's default configuration.
  var runtime: String {
    let known: Set = ["crun", "runc", "youki"]
    return words.first { known.contains($0.split(separator: "/").last.map(String.init) ?? "") }
      ?? words[0]
  }

  /// The command line for one run.
  func filled(_ places: [String: String], probe: String, arguments: [String]) -> [String] {
    words.flatMap { word -> [String] in
      switch word {
      case "{probe}": return [probe] + arguments
      case "{arguments}": return arguments
      default:
        var text = word
        for (name, value) in places where text.contains(name) {
          text = text.split(separator: name, omittingEmptySubsequences: false).joined(
            separator: value)
        }
        return [text]
      }
    }
  }

  /// As one line.
  package var text: String {
    words.map { $0.contains(where: { " '\"\\".contains($0) }) || $0.isEmpty ? "'\($0)'" : $0 }
      .joined(separator: " ")
  }
}
