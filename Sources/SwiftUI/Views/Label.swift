// SPDX-License-Identifier: MIT

import LockhostWire

/// A title with an icon.
public struct Label<Title, Icon> {
  let title: Title
  let icon: Icon
}

extension Label: View, PrimitiveView where Title: View, Icon: View {
  /// A label has no body.
  public typealias Body = Never

  /// A title with an icon.
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.init(title: title(), icon: icon())
  }

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(kind: .text)
    node.place(icon, key: .index(0))
    node.place(title, key: .index(1))
  }
}

extension Label where Title == Text, Icon == Image {
  /// A title with a symbol of the system.
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
    self.init(title: Text(titleKey), icon: Image(systemName: name))
  }

  /// A title with a symbol of the system.
  @_disfavoredOverload
  public init<S: StringProtocol>(_ title: S, systemImage name: String) {
    self.init(title: Text(title), icon: Image(systemName: name))
  }

  /// A title with a picture of the bundle.
  public init(_ titleKey: LocalizedStringKey, image name: String) {
    self.init(title: Text(titleKey), icon: Image(name))
  }
}
