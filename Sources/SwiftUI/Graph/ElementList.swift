// SPDX-License-Identifier: MIT

import LockhostWire

/// Flattens a graph into the elements that a person would read, in that order.
@MainActor
enum ElementList {
  /// The longest label, in bytes of UTF-8.
  private static let labelBytes = 160

  static func append(_ node: ViewNode, to list: inout [SceneElement]) {
    guard list.count < WireLimits.sceneElements, !node.environment.isHidden else { return }
    guard let element = node.element else {
      for child in node.children { append(child, to: &list) }
      return
    }
    let words = element.label ?? text(of: node)
    list.append(
      SceneElement(
        id: "e\(node.number)", kind: element.kind,
        label: shortened(node.environment.accessibilityLabel ?? words),
        symbol: element.symbol ?? symbol(of: node), enabled: node.environment.isEnabled))
  }

  private static func text(of node: ViewNode) -> String {
    node.children.map { child in child.element?.label ?? text(of: child) }
      .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func symbol(of node: ViewNode) -> String? {
    for child in node.children {
      if let symbol = child.element?.symbol ?? symbol(of: child) { return symbol }
    }
    return nil
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > labelBytes else { return text }
    var short = ""
    for character in text {
      if short.utf8.count + character.utf8.count > labelBytes - 3 { break }
      short.append(character)
    }
    return short + "…"
  }
}
