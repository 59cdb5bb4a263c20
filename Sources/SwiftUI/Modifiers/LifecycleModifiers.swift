// SPDX-License-Identifier: MIT

extension View {
  /// Runs an action once the view is shown.
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: action, disappear: nil)
  }

  /// Runs an action once the view is gone, also when the scene ends.
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    LifecycleView(content: self, appear: nil, disappear: action)
  }

  /// Starts a task when the view is shown, and cancels it when the view is gone.
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: 0, priority: priority, action: action)
  }

  /// Starts a task when the view is shown and whenever a value changes, cancelling the one before.
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    TaskView(content: self, id: value, priority: priority, action: action)
  }

  /// Runs an action when a value has changed.
  ///
  /// - Parameter initial: Whether to run it also when the view is first shown.
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ old: V, _ new: V) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, initial: initial, action: action)
  }

  /// Runs an action when a value has changed.
  ///
  /// - Parameter initial: Whether to run it also when the view is first shown.
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View {
    ChangeView(content: self, value: value, initial: initial) { _, _ in action() }
  }

  /// Runs an action with the new value when it has changed.
  @_disfavoredOverload
  public func onChange<V: Equatable>(
    of value: V, perform action: @escaping (_ newValue: V) -> Void
  ) -> some View {
    ChangeView(content: self, value: value, initial: false) { _, new in action(new) }
  }
}

struct LifecycleView<Content: View>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let appear: (() -> Void)?
  let disappear: (() -> Void)?

  @MainActor
  private final class Slot {
    var disappear: (() -> Void)?
  }

  func resolve(in node: ViewNode) {
    let slot = node.slot(0) { Slot() }
    slot.disappear = disappear
    if node.isNew {
      if let appear { node.afterUpdate { appear() } }
      node.onRemove { slot.disappear?() }
    }
    node.place(content, key: .index(0))
  }
}

struct TaskView<Content: View, ID: Equatable>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let id: ID
  let priority: TaskPriority
  let action: @Sendable () async -> Void

  @MainActor
  private final class Slot {
    var id: ID
    var task: Task<Void, Never>?

    init(id: ID) { self.id = id }
  }

  func resolve(in node: ViewNode) {
    let slot = node.slot(0) { Slot(id: id) }
    if node.isNew || slot.id != id {
      slot.id = id
      let (priority, action) = (priority, action)
      node.afterUpdate {
        slot.task?.cancel()
        // On the main actor first: an action that stays there needs no thread of the pool.
        slot.task = Task(priority: priority) { @MainActor in await action() }
      }
    }
    if node.isNew { node.onRemove { slot.task?.cancel() } }
    node.place(content, key: .index(0))
  }
}

struct ChangeView<Content: View, Value: Equatable>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let value: Value
  let initial: Bool
  let action: (Value, Value) -> Void

  @MainActor
  private final class Slot {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  func resolve(in node: ViewNode) {
    let slot = node.slot(0) { Slot(value) }
    let old = slot.value
    if node.isNew ? initial : old != value {
      slot.value = value
      node.afterUpdate { action(old, value) }
    }
    node.place(content, key: .index(0))
  }
}
