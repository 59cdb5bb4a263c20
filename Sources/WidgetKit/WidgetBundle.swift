// SPDX-License-Identifier: MIT

/// Something that a widget extension offers.
@MainActor @preconcurrency
public protocol Widget {}

/// Several widgets of one extension.
@MainActor @preconcurrency
public protocol WidgetBundle {
  /// The widgets.
  associatedtype Body: Widget

  /// The widgets.
  @WidgetBundleBuilder @MainActor @preconcurrency var body: Body { get }

  /// Makes the bundle.
  @MainActor @preconcurrency init()
}

extension WidgetBundle {
  /// Starts the process of the bundle's controls and never returns.
  @MainActor @preconcurrency public static func main() {
    let controls = Self().body as? ControlWidgets
    ControlProcess.run(controls?.make() ?? [])
  }
}

/// Builds a bundle from controls.
@resultBuilder
public struct WidgetBundleBuilder {
  /// Takes a control.
  public static func buildExpression<Content: ControlWidget>(
    _ content: @autoclosure @escaping @MainActor () -> Content
  ) -> some Widget { ControlWidgets { [ControlDescription(content())] } }

  /// A block of widgets.
  public static func buildBlock<each Content: Widget>(
    _ content: repeat each Content
  ) -> some Widget {
    var parts: [ControlWidgets] = []
    for widget in repeat each content {
      if let controls = widget as? ControlWidgets { parts.append(controls) }
    }
    let all = parts
    return ControlWidgets { all.flatMap { $0.make() } }
  }
}

struct ControlWidgets: Widget {
  let make: @MainActor @Sendable () -> [ControlDescription]

  nonisolated init(make: @escaping @MainActor @Sendable () -> [ControlDescription]) {
    self.make = make
  }
}
