// SPDX-License-Identifier: MIT

public import Foundation

extension EnvironmentValues {
  /// Where the scene is in its life.
  ///
  /// In an extension it reads ``ScenePhase/background`` however long the extension is in front, as it
  /// does on Apple's systems; an author who depends on it sets `.environment(\.scenePhase, .active)`.
  public var scenePhase: ScenePhase {
    get { self[ScenePhaseKey.self] }
    set { self[ScenePhaseKey.self] = newValue }
  }

  /// Whether controls take touches.
  public var isEnabled: Bool {
    get { self[IsEnabledKey.self] }
    set { self[IsEnabledKey.self] = newValue }
  }

  /// Light or dark.
  public var colorScheme: ColorScheme {
    get { self[ColorSchemeKey.self] }
    set { self[ColorSchemeKey.self] = newValue }
  }

  /// The person's language and region.
  public var locale: Locale {
    get { self[LocaleKey.self] }
    set { self[LocaleKey.self] = newValue }
  }

  /// Pixels per point.
  public var displayScale: CGFloat {
    get { self[DisplayScaleKey.self] }
    set { self[DisplayScaleKey.self] = newValue }
  }

  /// Ends the presentation that the view is in.
  public var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  var isHidden: Bool {
    get { self[IsHiddenKey.self] }
    set { self[IsHiddenKey.self] = newValue }
  }

  var accessibilityLabel: String? {
    get { self[AccessibilityLabelKey.self] }
    set { self[AccessibilityLabelKey.self] = newValue }
  }
}

/// Where a scene is in its life.
public enum ScenePhase: Int, Comparable, Hashable, Sendable {
  /// Not in front.
  case background
  /// In front, without input.
  case inactive
  /// In front, with input.
  case active

  /// Orders the phases from back to front.
  public static func < (left: ScenePhase, right: ScenePhase) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Light or dark.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
  /// Dark on light.
  case light
  /// Light on dark.
  case dark
}

/// Ends a presentation when it is called.
public struct DismissAction {
  var action: @MainActor () -> Void

  /// Ends the presentation; does nothing outside of one.
  @MainActor public func callAsFunction() { action() }
}

private enum ScenePhaseKey: EnvironmentKey { static let defaultValue = ScenePhase.background }
private enum IsEnabledKey: EnvironmentKey { static let defaultValue = true }
private enum ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private enum LocaleKey: EnvironmentKey { static var defaultValue: Locale { .current } }
private enum DisplayScaleKey: EnvironmentKey { static let defaultValue: CGFloat = 3 }
private enum IsHiddenKey: EnvironmentKey { static let defaultValue = false }
private enum AccessibilityLabelKey: EnvironmentKey { static let defaultValue: String? = nil }
private enum DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction { DismissAction(action: {}) }
}
