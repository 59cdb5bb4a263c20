// SPDX-License-Identifier: MIT

public import AppIntents
import LockhostGuest
public import SwiftUI

/// What a control looks like and does.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
  /// What the template consists of; `Never` for those that come with this module.
  associatedtype Body: ControlWidgetTemplate

  /// What the template consists of.
  @ControlWidgetTemplateBuilder @MainActor @preconcurrency var body: Body { get }
}

extension ControlWidgetTemplate where Body == Never {
  /// Templates without a body are never asked for it.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: ControlWidgetTemplate {}

extension ControlWidgetTemplate {
  func describe(_ description: inout ControlDescription) {
    if let own = self as? any ShowsControl {
      description.template = AnyView(own.controlView)
      own.describeAction(&description)
    } else {
      body.describe(&description)
    }
  }
}

/// A template of this module's own.
protocol ShowsControl {
  @MainActor var controlView: AnyView { get }

  /// Says what a touch does.
  @MainActor func describeAction(_ description: inout ControlDescription)
}

/// Builds a control's template.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
  /// A block of one template.
  public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
    content
  }
}

/// What a button shows while its action runs, unless its author says otherwise.
public struct ControlWidgetButtonDefaultActionLabel: View {
  /// Nothing of its own.
  public var body: some View { EmptyView() }
}

/// A control that does something.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action>: ControlWidgetTemplate {
  /// A button has no body.
  public typealias Body = Never

  let action: Action
  let label: Label

  private init(_ action: Action, _ label: Label) {
    self.action = action
    self.label = label
  }
}

// Every initializer demands an intent; the type itself does not, on Apple's systems as here.
extension ControlWidgetButton: ShowsControl {
  func describeAction(_ description: inout ControlDescription) {
    guard let intent = Action.self as? any AppIntent.Type else { return }
    description.intent = intent.persistentIdentifier
    description.isCapture = intent is any CameraCaptureIntent.Type
    description.opensApplication = intent.openAppWhenRun
  }

  var controlView: AnyView {
    let action = action
    return AnyView(
      Button {
        if let intent = action as? any AppIntent { ControlAction.run(intent) }
      } label: {
        label
      })
  }
}

extension ControlWidgetButton where Action: AppIntent {
  /// A button for an intent, with what it shows while the intent runs.
  @MainActor @preconcurrency
  public init(
    action: Action, @ViewBuilder label: @escaping () -> Label,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) {
    self.init(action, label())
  }
}

extension ControlWidgetButton
where Action: AppIntent, ActionLabel == ControlWidgetButtonDefaultActionLabel {
  /// A button for an intent.
  @MainActor @preconcurrency
  public init(action: Action, @ViewBuilder label: @escaping () -> Label) {
    self.init(action, label())
  }
}

extension ControlWidgetButton
where Action: OpenIntent, ActionLabel == ControlWidgetButtonDefaultActionLabel {
  /// A button for an intent that opens something in the app.
  @MainActor @preconcurrency
  public init(action: Action, @ViewBuilder label: @escaping () -> Label) {
    self.init(action, label())
  }
}

extension ControlWidgetButton where Label == Text, Action: AppIntent {
  /// A button for an intent, with a title and with what it shows while the intent runs.
  @MainActor @preconcurrency
  public init(
    _ titleKey: LocalizedStringKey, action: Action,
    @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel
  ) {
    self.init(action, Text(titleKey))
  }
}

extension ControlWidgetButton
where
  Label == Text, Action: AppIntent, ActionLabel == ControlWidgetButtonDefaultActionLabel
{
  /// A button for an intent, with a title.
  @MainActor @preconcurrency
  public init(_ titleKey: LocalizedStringKey, action: Action) {
    self.init(action, Text(titleKey))
  }
}

/// What a touch on a control does inside the control's own process.
@MainActor
enum ControlAction {
  /// Performs the intent, unless the system does that elsewhere.
  static func run<Action: AppIntent>(_ action: Action) {
    // The system opens the app, or starts the capture extension, by itself.
    guard !Action.openAppWhenRun else { return }
    Task {
      do {
        _ = try await action.perform()
      } catch {
        Diagnostics.report("\(Action.persistentIdentifier) failed: \(error)")
      }
    }
  }
}
