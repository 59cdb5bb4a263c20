// SPDX-License-Identifier: MIT

public import AppIntents
import SwiftUI

/// A control without settings of its own.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>:
  ControlWidgetConfiguration
{
  /// The configuration has no body.
  public typealias Body = Never

  let kind: String
  let content: @MainActor () -> Content

  /// A control of a kind; the kind must stay the same between versions.
  @MainActor @preconcurrency
  public init(
    kind: String, @ControlWidgetTemplateBuilder content: @escaping @MainActor () -> Content
  ) {
    self.kind = kind
    self.content = content
  }

  /// A control that shows a value; until the value has been asked for, the provider's preview.
  @MainActor @preconcurrency
  public init<Provider: ControlValueProvider>(
    kind: String, provider: Provider,
    @ControlWidgetTemplateBuilder content: @escaping @MainActor (Provider.Value) -> Content
  ) {
    self.kind = kind
    self.content = { content(provider.previewValue) }
  }
}

/// Knows the value that a control shows.
public protocol ControlValueProvider {
  /// The value's type.
  associatedtype Value

  /// What is shown in place of the real value.
  var previewValue: Value { get }

  /// The value now.
  func currentValue() async throws -> Value
}

extension StaticControlConfiguration: DescribesControl {
  func describe(_ description: inout ControlDescription) {
    description.kind = kind
    content().describe(&description)
  }
}

extension ControlWidgetConfiguration {
  /// Names the control for people.
  public func displayName(_ displayName: LocalizedStringResource) -> some ControlWidgetConfiguration
  {
    DescribedConfiguration(configuration: self) { $0.displayName = displayName.key }
  }

  /// Says for people what the control does.
  public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration
  {
    DescribedConfiguration(configuration: self) { $0.explanation = description.key }
  }
}

struct DescribedConfiguration<Configuration: ControlWidgetConfiguration>:
  ControlWidgetConfiguration, DescribesControl
{
  typealias Body = Never

  let configuration: Configuration
  let change: @MainActor (inout ControlDescription) -> Void

  func describe(_ description: inout ControlDescription) {
    description.add(configuration)
    change(&description)
  }
}
