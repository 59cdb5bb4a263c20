// SPDX-License-Identifier: MIT

import LockhostWire

/// What a button is for.
public struct ButtonRole: Hashable, Sendable {
  private let name: String

  /// Destroys something.
  public static let destructive = ButtonRole(name: "destructive")
  /// Leaves things as they are.
  public static let cancel = ButtonRole(name: "cancel")
}

/// Something to touch.
public struct Button<Label> {
  private let action: @MainActor () -> Void
  private let label: Label

  init(action: @escaping @MainActor () -> Void, content: Label) {
    self.action = action
    self.label = content
  }
}

extension Button: View, PrimitiveView where Label: View {
  /// A button has no body.
  public typealias Body = Never

  /// A button with a label.
  @preconcurrency
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.init(action: action, content: label())
  }

  /// A button with a role and a label.
  @preconcurrency
  public init(
    role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
  ) {
    self.init(action: action, content: label())
  }

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(kind: .button, action: action)
    node.place(label, key: .index(0))
  }
}

extension Button where Label == Text {
  /// A button with a title.
  @preconcurrency
  public init(
    _ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, content: Text(titleKey))
  }

  /// A button with a title.
  @_disfavoredOverload @preconcurrency
  public init<S: StringProtocol>(
    _ title: S, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, content: Text(title))
  }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
  /// A button with a title and a symbol of the system.
  @preconcurrency
  public init(
    _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
    action: @escaping @MainActor () -> Void
  ) {
    self.init(action: action, content: SwiftUI.Label(titleKey, systemImage: systemImage))
  }
}
