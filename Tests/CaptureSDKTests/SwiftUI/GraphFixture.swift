// SPDX-License-Identifier: MIT

import LockhostWire
import SwiftUI

/// A graph without a host, and what it published.
@MainActor
final class GraphFixture {
  private final class Publications {
    var all: [[SceneElement]] = []
  }

  private let publications = Publications()
  let graph: ViewGraph

  var published: [[SceneElement]] { publications.all }

  init<V: View>(_ view: V, phase: ScenePhase = .background) {
    let publications = publications
    graph = ViewGraph { publications.all.append($0) }
    var environment = EnvironmentValues()
    environment.scenePhase = phase
    graph.show(view, environment: environment)
  }

  var labels: [String] { graph.elements.map(\.label) }

  /// Touches the element with a label, and completes the update that this causes.
  @discardableResult
  func tap(_ label: String) -> Bool {
    guard let element = graph.elements.first(where: { $0.label == label }) else { return false }
    let took = graph.tap(element.id)
    graph.update()
    return took
  }
}

/// What happened, in order.
@MainActor
final class ViewJournal {
  private(set) var lines: [String] = []

  func write(_ line: String) { lines.append(line) }
}
