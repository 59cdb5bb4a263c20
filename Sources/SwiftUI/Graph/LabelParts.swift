// SPDX-License-Identifier: MIT

import LockhostWire

/// What a label comes to where there is room for one icon and one line of text.
@MainActor
package struct LabelParts {
  /// The words of its texts, in reading order; not those of its pictures.
  package private(set) var title = ""
  /// The name of the first symbol.
  package private(set) var symbol: String?
  /// The name of the first picture of the bundle.
  package private(set) var picture: String?

  mutating func add(_ node: ViewNode) {
    guard !node.environment.isHidden else { return }
    if let element = node.element {
      if symbol == nil { symbol = element.symbol }
      if picture == nil { picture = element.picture }
      if element.kind == .text, let words = element.label, !words.isEmpty {
        title += title.isEmpty ? words : " " + words
      }
    }
    for child in node.children { add(child) }
  }
}
