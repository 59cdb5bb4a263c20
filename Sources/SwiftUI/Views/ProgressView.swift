// SPDX-License-Identifier: MIT

import LockhostWire

/// Shows that something is going on.
public struct ProgressView: Sendable {
  private let title: String

  /// Something without a name.
  public init() { title = "" }

  /// Something with a name.
  public init(_ titleKey: LocalizedStringKey) { title = titleKey.text }
}

extension ProgressView: View, PrimitiveView {
  /// Progress has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(kind: .other, label: title)
  }
}
