// SPDX-License-Identifier: MIT

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

/// A configuration of this module's own.
protocol DescribesControl {
  @MainActor func describe(_ description: inout ControlDescription)
}
