// SPDX-License-Identifier: MIT

package import LockhostWire

/// What one node shows, before labels are gathered from its descendants.
package struct ShownElement {
  /// What it is.
  package var kind: SceneElement.Kind
  /// Its own text; nil takes the text of its descendants.
  package var label: String?
  /// The symbol it shows.
  package var symbol: String?
  /// The picture of the bundle that it shows.
  package var picture: String?
  /// What a touch does.
  package var action: (@MainActor () -> Void)?

  /// Makes an element.
  package init(
    kind: SceneElement.Kind, label: String? = nil, symbol: String? = nil,
    picture: String? = nil, action: (@MainActor () -> Void)? = nil
  ) {
    self.kind = kind
    self.label = label
    self.symbol = symbol
    self.picture = picture
    self.action = action
  }
}
