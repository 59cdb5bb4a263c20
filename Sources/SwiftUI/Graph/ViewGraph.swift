// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostWire

/// The views of one scene: evaluates what changed, runs what appears and disappears, and publishes
/// what is shown.
///
/// Changes are gathered and evaluated in one update on the main queue.
@MainActor
package final class ViewGraph {
  let inbox = GraphInbox()
  /// Activities that views want to continue.
  let activityHandlers = ActivityHandlers()

  private let publish: @MainActor ([SceneElement]) -> Void
  private var nodes: [Int: ViewNode] = [:]
  private var root: ViewNode?
  private var nextNumber = 1
  private var dirty: Set<Int> = []
  private var actions: [@MainActor () -> Void] = []
  private var published: [SceneElement]?

  /// Makes an empty graph.
  ///
  /// - Parameter publish: Takes the elements whenever they changed.
  package init(publish: @escaping @MainActor ([SceneElement]) -> Void) {
    self.publish = publish
    inbox.setWake { [weak self] in
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.update() } }
    }
  }

  /// Shows a view, in place of what was shown before.
  package func show<V: View>(_ view: V, environment: EnvironmentValues) {
    show(environment: environment) { node in node.place(view, key: .index(0)) }
  }

  /// Shows what a body places on the root, in place of what was shown before.
  func show(environment: EnvironmentValues, _ body: @escaping @MainActor (ViewNode) -> Void) {
    let node =
      root
      ?? makeNode(
        key: .index(0), viewType: ObjectIdentifier(ViewGraph.self), depth: 0,
        environment: environment)
    root = node
    node.evaluate(environment: environment, body)
    finishUpdate()
  }

  /// Ends all that is shown: tasks are cancelled, and what disappears is told so, before this returns.
  package func tearDown() {
    root?.remove()
    root = nil
    runActions()
  }

  /// Evaluates what was invalidated since the last update.
  package func update() {
    dirty.formUnion(inbox.take())
    while let node = dirty.lazy.compactMap({ self.nodes[$0] }).min(by: { $0.depth < $1.depth }) {
      dirty.remove(node.number)
      node.refresh()
    }
    dirty = []
    finishUpdate()
  }

  /// Touches an element.
  ///
  /// - Returns: Whether there is such an element and it takes touches.
  @discardableResult
  package func tap(_ identifier: String) -> Bool {
    guard identifier.hasPrefix("e"), let number = Int(identifier.dropFirst()),
      let node = nodes[number], node.environment.isEnabled,
      let action = node.element?.action
    else { return false }
    action()
    return true
  }

  /// What is shown now, in reading order.
  package var elements: [SceneElement] {
    var list: [SceneElement] = []
    if let root { ElementList.append(root, to: &list) }
    return list
  }

  /// The text, the first symbol and the first picture of everything that is shown, for a place that
  /// shows one of each: a control.
  package var labelParts: LabelParts {
    var parts = LabelParts()
    if let root { parts.add(root) }
    return parts
  }

  // MARK: For nodes

  func makeNode(
    key: ChildKey, viewType: ObjectIdentifier, depth: Int, environment: EnvironmentValues
  ) -> ViewNode {
    let node = ViewNode(
      graph: self, number: nextNumber, key: key, viewType: viewType, depth: depth,
      environment: environment)
    nodes[nextNumber] = node
    nextNumber += 1
    return node
  }

  func didEvaluate(_ node: ViewNode) { dirty.remove(node.number) }

  func didRemove(_ node: ViewNode) {
    nodes[node.number] = nil
    dirty.remove(node.number)
  }

  func afterUpdate(_ action: @escaping @MainActor () -> Void) { actions.append(action) }

  private func finishUpdate() {
    runActions()
    let elements = elements
    guard elements != published else { return }
    published = elements
    publish(elements)
  }

  private func runActions() {
    while !actions.isEmpty {
      let batch = actions
      actions = []
      for action in batch { action() }
    }
  }
}
