// SPDX-License-Identifier: MIT

package import LockhostWire
package import SwiftUI

/// What a control says about itself.
@MainActor
package struct ControlDescription {
  /// The kind, which stays the same between versions.
  package var kind = ""
  /// The name for people.
  package var displayName = ""
  /// What the control does, for people.
  package var explanation = ""
  /// What people see and touch.
  package var template = AnyView(EmptyView())
  /// The type name of the intent behind it.
  var intent: String?
  /// Whether that intent is a camera capture intent.
  var isCapture = false
  /// Whether that intent opens the app.
  var opensApplication = false

  /// Asks a control.
  package init<Control: ControlWidget>(_ control: Control) { add(control.body) }

  mutating func add<Configuration: ControlWidgetConfiguration>(_ configuration: Configuration) {
    if let own = configuration as? any DescribesControl {
      own.describe(&self)
    } else {
      add(configuration.body)
    }
  }
}

extension ControlDescription {
  /// The description as it travels.
  package var facts: ControlFacts {
    let graph = ViewGraph { _ in }
    graph.show(template, environment: EnvironmentValues())
    defer { graph.tearDown() }
    let parts = graph.labelParts
    return ControlFacts(
      kind: kind, displayName: displayName, explanation: explanation, title: parts.title,
      symbol: parts.symbol, picture: parts.picture, intent: intent, isCapture: isCapture,
      opensApplication: opensApplication)
  }
}

/// A configuration of this module's own.
protocol DescribesControl {
  @MainActor func describe(_ description: inout ControlDescription)
}
