// SPDX-License-Identifier: MIT

public import Observation

extension View {
  /// Passes a value down.
  public func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
  }

  /// Passes an observable object down, to be read by its type.
  public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    EnvironmentView(content: self) { $0[object: T.self] = object }
  }

  /// Passes an observable object down, to be read by its type.
  public func environmentObject<T: ObservableObject>(_ object: T) -> some View {
    EnvironmentView(content: self) { $0[object: T.self] = object }
  }

  /// Changes a value that is passed down.
  public func transformEnvironment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
  ) -> some View {
    EnvironmentView(content: self) { transform(&$0[keyPath: keyPath]) }
  }

  /// Lets controls take no touches; what an ancestor disabled stays so.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentView(content: self) { $0.isEnabled = $0.isEnabled && !disabled }
  }

  /// Shows nothing of the view, which keeps its place and its tasks.
  public func hidden() -> some View { EnvironmentView(content: self) { $0.isHidden = true } }

  /// Says what the view is to people who cannot see it; the label of its elements.
  public func accessibilityLabel(_ label: Text) -> some View {
    EnvironmentView(content: self) { $0.accessibilityLabel = label.content }
  }

  /// Says what the view is to people who cannot see it; the label of its elements.
  public func accessibilityLabel(_ key: LocalizedStringKey) -> some View {
    accessibilityLabel(Text(key))
  }

  /// Says what the view is to people who cannot see it; the label of its elements.
  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    accessibilityLabel(Text(label))
  }

  /// Shows nothing of the view to people who cannot see it, and so no elements.
  public func accessibilityHidden(_ hidden: Bool) -> some View {
    EnvironmentView(content: self) { $0.isHidden = $0.isHidden || hidden }
  }
}

/// A view whose descendants read another environment.
struct EnvironmentView<Content: View>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let change: (inout EnvironmentValues) -> Void

  func resolve(in node: ViewNode) {
    var environment = node.environment
    change(&environment)
    node.place(content, key: .index(0), environment: environment)
  }
}
