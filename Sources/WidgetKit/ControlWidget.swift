// SPDX-License-Identifier: MIT

@_exported public import AppIntents
import LockhostGuest
import LockhostWire
@_exported public import SwiftUI

/// A control that people put on the lock screen, in Control Center or on the Action button.
@MainActor @preconcurrency
public protocol ControlWidget {
  /// What the control is configured with.
  associatedtype Body: ControlWidgetConfiguration

  /// What the control is configured with.
  @ControlWidgetConfigurationBuilder @MainActor @preconcurrency var body: Body { get }

  /// Makes the control.
  @MainActor @preconcurrency init()
}

extension ControlWidget {
  /// Starts the control's process and never returns.
  ///
  /// The process says hello as a control, and shows the host what it offers.
  @MainActor @preconcurrency public static func main() {
    ControlProcess.run([ControlDescription(Self())])
  }
}

/// What a control is configured with.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration {
  /// What the configuration consists of; `Never` for those that come with this module.
  associatedtype Body: ControlWidgetConfiguration

  /// What the configuration consists of.
  @ControlWidgetConfigurationBuilder @MainActor @preconcurrency var body: Body { get }
}

extension ControlWidgetConfiguration where Body == Never {
  /// Configurations without a body are never asked for it.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: ControlWidgetConfiguration {}

/// Builds a control's configuration.
@resultBuilder
public struct ControlWidgetConfigurationBuilder {
  /// A block of one configuration.
  public static func buildBlock<Content: ControlWidgetConfiguration>(
    _ content: Content
  ) -> Content { content }
}
