// SPDX-License-Identifier: MIT

import LockhostWire
import Observation

/// One view in the graph: its place, its state, and what it shows.
///
/// A node lives as long as its parent places a view of the same type under the same key. What
/// must not outlive it, tasks above all, hangs on it by ``onRemove(_:)``.
@MainActor
package final class ViewNode {
  /// Names the node while it lives; never used again in the same graph.
  package let number: Int
  /// The graph that the node belongs to, as long as it is there.
  package private(set) weak var graph: ViewGraph?
  /// The environment that the node's view reads.
  package private(set) var environment: EnvironmentValues
  /// Whether this is the node's first evaluation.
  package private(set) var isNew = true
  /// What the node shows itself.
  package var element: ShownElement?

  let depth: Int
  private(set) var children: [ViewNode] = []
  private let viewType: ObjectIdentifier
  private var key: ChildKey
  private var previous: [ChildKey: ViewNode] = [:]
  private var used: Set<ChildKey> = []
  private var slots: [Int: AnyObject] = [:]
  private var removal: [@MainActor () -> Void] = []
  private var reevaluate: (@MainActor (ViewNode) -> Void)?

  init(
    graph: ViewGraph, number: Int, key: ChildKey, viewType: ObjectIdentifier, depth: Int,
    environment: EnvironmentValues
  ) {
    self.graph = graph
    self.number = number
    self.key = key
    self.viewType = viewType
    self.depth = depth
    self.environment = environment
  }

  // MARK: Children

  /// Gives a child view its node, the one it had or a new one, and evaluates it.
  ///
  /// - Parameters:
  ///   - key: What makes it the same child as last time.
  ///   - environment: What the child reads; nil for this node's own.
  package func place<V: View>(
    _ view: V, key: ChildKey, environment: EnvironmentValues? = nil
  ) {
    guard let graph else { return }
    var unique = key
    var occurrence = 0
    while !used.insert(unique).inserted {
      occurrence += 1
      unique = .repeated(key, occurrence)
    }
    let environment = environment ?? self.environment
    let type = ObjectIdentifier(V.self)
    let child: ViewNode
    if let kept = previous[unique], kept.viewType == type {
      previous[unique] = nil
      child = kept
    } else {
      child = graph.makeNode(
        key: unique, viewType: type, depth: depth + 1, environment: environment)
    }
    children.append(child)
    child.evaluate(view, environment: environment)
  }

  // MARK: Evaluation

  func evaluate<V: View>(_ view: V, environment: EnvironmentValues) {
    self.environment = environment
    reevaluate = { node in node.evaluate(view, environment: node.environment) }
    graph?.didEvaluate(self)
    for child in children { previous[child.key] = child }
    children = []
    used = []
    element = nil
    if let primitive = view as? any PrimitiveView {
      primitive.resolve(in: self)
    } else {
      let installed = DynamicFields.installed(view, in: self)
      place(tracking { installed.body }, key: .index(0))
    }
    finishEvaluation()
  }

  /// As ``evaluate(_:environment:)``, for what is no view and says itself what to place.
  func evaluate(
    environment: EnvironmentValues, _ body: @escaping @MainActor (ViewNode) -> Void
  ) {
    self.environment = environment
    reevaluate = { node in node.evaluate(environment: node.environment, body) }
    graph?.didEvaluate(self)
    for child in children { previous[child.key] = child }
    children = []
    used = []
    element = nil
    body(self)
    finishEvaluation()
  }

  private func finishEvaluation() {
    let gone = previous.values.sorted { $0.number < $1.number }
    previous = [:]
    isNew = false
    for node in gone { node.remove() }
  }

  /// Evaluates the view that was last placed here once more.
  func refresh() { reevaluate?(self) }

  /// Runs code that describes views, and evaluates this node again when something it read changes.
  package func tracking<Result>(_ body: () -> Result) -> Result {
    guard let inbox = graph?.inbox else { return body() }
    let number = number
    return withObservationTracking(body) { inbox.invalidate(number) }
  }

  /// What invalidates this node, from any thread.
  var invalidation: Invalidation? {
    graph.map { Invalidation(inbox: $0.inbox, number: number) }
  }

  // MARK: What lives with the node

  /// What the node keeps between evaluations under a number of the caller's; made once.
  package func slot<Slot: AnyObject>(_ index: Int, make: () -> Slot) -> Slot {
    if let kept = slots[index] as? Slot { return kept }
    let slot = make()
    slots[index] = slot
    return slot
  }

  /// Runs an action once this update of the graph is complete.
  package func afterUpdate(_ action: @escaping @MainActor () -> Void) {
    graph?.afterUpdate(action)
  }

  /// Runs an action when the node's view is gone; the last that was added runs first.
  package func onRemove(_ action: @escaping @MainActor () -> Void) { removal.append(action) }

  func remove() {
    for child in children { child.remove() }
    children = []
    while let action = removal.popLast() { afterUpdate(action) }
    graph?.didRemove(self)
    slots = [:]
    reevaluate = nil
  }
}
