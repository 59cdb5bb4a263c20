// SPDX-License-Identifier: MIT

extension View {
  /// Puts views behind this one.
  public func background<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { LayeredView(back: content(), front: self) }

  /// Puts a view behind this one.
  @_disfavoredOverload
  public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> some View { LayeredView(back: background, front: self) }

  /// Fills the view's background.
  public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }

  /// Fills a shape behind the view.
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { self }

  /// Puts views in front of this one.
  public func overlay<V: View>(
    alignment: Alignment = .center, @ViewBuilder content: () -> V
  ) -> some View { LayeredView(back: self, front: content()) }

  /// Puts a view in front of this one.
  @_disfavoredOverload
  public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View { LayeredView(back: self, front: overlay) }

  /// Runs an action when the view is touched; its elements become one button.
  public func onTapGesture(
    count: Int = 1, perform action: @escaping @MainActor () -> Void
  ) -> some View { Button(action: action, content: self) }

  /// Gives the view an identity; with another one it starts anew.
  public func id<ID: Hashable>(_ id: ID) -> some View { IdentityView(content: self, id: id) }

  /// Shows views in front of all others while a condition holds.
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentationView(
      content: self, isPresented: isPresented, onDismiss: onDismiss, presented: content)
  }

  /// Shows views in place of all others while a condition holds.
  public func fullScreenCover<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Content
  ) -> some View {
    PresentationView(
      content: self, isPresented: isPresented, onDismiss: onDismiss, presented: content)
  }

  /// Asks the person something while a condition holds.
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { alert(titleKey, isPresented: isPresented, actions: actions) { EmptyView() } }

  /// Asks the person something while a condition holds.
  public func alert<A: View, M: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
    @ViewBuilder message: () -> M
  ) -> some View {
    let (actions, message) = (actions(), message())
    return PresentationView(content: self, isPresented: isPresented, onDismiss: nil) {
      TupleView(
        packed: PackedViews(content: (Text(titleKey), message, actions)),
        value: (Text(titleKey), message, actions))
    }
  }
}

struct LayeredView<Back: View, Front: View>: View, PrimitiveView {
  typealias Body = Never

  let back: Back
  let front: Front

  func resolve(in node: ViewNode) {
    node.place(back, key: .index(0))
    node.place(front, key: .index(1))
  }
}

struct IdentityView<Content: View, ID: Hashable>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let id: ID

  func resolve(in node: ViewNode) { node.place(content, key: .identity(AnyHashable(id))) }
}

struct PresentationView<Content: View, Presented: View>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let isPresented: Binding<Bool>
  let onDismiss: (() -> Void)?
  let presented: () -> Presented

  @MainActor
  private final class Slot {
    var isPresented = false
  }

  func resolve(in node: ViewNode) {
    let slot = node.slot(0) { Slot() }
    node.place(content, key: .index(0))
    let isPresented = isPresented
    if isPresented.wrappedValue {
      var environment = node.environment
      environment.dismiss = DismissAction { isPresented.wrappedValue = false }
      node.place(node.tracking(presented), key: .index(1), environment: environment)
    } else if slot.isPresented, let onDismiss {
      node.afterUpdate { onDismiss() }
    }
    slot.isPresented = isPresented.wrappedValue
  }
}
