// SPDX-License-Identifier: MIT

import LockhostWire

/// A switch; a touch turns it over.
public struct Toggle<Label> {
  private let isOn: Binding<Bool>
  private let label: Label
}

extension Toggle: View, PrimitiveView where Label: View {
  /// A switch has no body.
  public typealias Body = Never

  /// A switch with a label.
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(kind: .button) { isOn.wrappedValue.toggle() }
    node.place(label, key: .index(0))
  }
}

extension Toggle where Label == Text {
  /// A switch with a title.
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
    self.init(isOn: isOn, label: Text(titleKey))
  }
}
