// SPDX-License-Identifier: MIT

/// What an installed app's control widgets answered when it was installed.
///
/// Kept until the app is installed again: as on the real system, a control's name and icon in the
/// gallery do not change before that, whatever the bundle says by then.
public struct StoredControls: Codable, Hashable, Sendable {
  /// The version of the stored form.
  public static let currentVersion = 1

  /// One control widget, a process that was asked.
  public struct Widget: Codable, Hashable, Sendable {
    /// The bundle identifier of the widget.
    public let identifier: String
    /// What it offers.
    public var controls: [Control]
    /// Why it offers nothing, when it could not be asked.
    public var problem: Problem?

    /// Creates a widget's answer.
    public init(identifier: String, controls: [Control], problem: Problem? = nil) {
      self.identifier = identifier
      self.controls = controls
      self.problem = problem
    }
  }

  /// Why a widget offers nothing.
  public struct Problem: Codable, Hashable, Sendable {
    /// The code of the article about it.
    public let code: String
    /// What happened, in a sentence.
    public let message: String

    /// Creates a problem.
    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// One control, as its process described it.
  public struct Control: Codable, Hashable, Sendable {
    /// The kind, which stays the same between versions.
    public let kind: String
    /// The name that its author gave it; empty for none.
    public let displayName: String
    /// What it does, for people; empty when its author did not say.
    public let explanation: String
    /// The text of its label.
    public let title: String
    /// The name of its symbol, if it shows one.
    public let symbol: String?
    /// The name of the picture that it shows in place of a symbol.
    public let picture: String?
    /// The type name of the intent behind it.
    public let intent: String?
    /// Whether that is a camera capture intent.
    public let isCapture: Bool
    /// Whether that intent opens the app.
    public let opensApplication: Bool
    /// What the gallery shows in place of an icon, decided when the app was installed.
    public var icon: ControlIcon

    /// Creates a control, with the icon that a bundle without pictures gives it.
    public init(
      kind: String, displayName: String, explanation: String, title: String, symbol: String?,
      picture: String?, intent: String?, isCapture: Bool, opensApplication: Bool
    ) {
      self.kind = kind
      self.displayName = displayName
      self.explanation = explanation
      self.title = title
      self.symbol = symbol
      self.picture = picture
      self.intent = intent
      self.isCapture = isCapture
      self.opensApplication = opensApplication
      icon = ControlIcon(symbol: symbol, picture: picture) { _ in nil }
    }
  }

  /// The version of the stored form.
  public private(set) var version = StoredControls.currentVersion
  /// The app's bundle identifier.
  public let application: String
  /// The app's name, which the gallery puts before each control's.
  public let applicationName: String
  /// The app's control widgets.
  public var widgets: [Widget]

  /// Creates the answers of an app.
  public init(application: String, applicationName: String, widgets: [Widget]) {
    self.application = application
    self.applicationName = applicationName
    self.widgets = widgets
  }

  /// What the gallery shows of the app.
  public var items: [ControlItem] {
    widgets.flatMap { widget in
      widget.controls.map { ControlItem(application, applicationName, widget.identifier, $0) }
    }
  }
}

/// One control in the device's gallery.
public struct ControlItem: Codable, Hashable, Sendable {
  /// Which control it is.
  public let reference: ControlReference
  /// The bundle identifier of its widget.
  public let widget: String
  /// The name that people read: the app's, and the control's own after it.
  public let name: String
  /// What it does, for people.
  public let explanation: String
  /// What it shows.
  public let icon: ControlIcon
  /// The type name of the intent behind it.
  public let intent: String?
  /// Whether that is a camera capture intent.
  public let isCapture: Bool

  init(
    _ application: String, _ applicationName: String, _ widget: String,
    _ control: StoredControls.Control
  ) {
    reference = ControlReference(application: application, kind: control.kind)
    self.widget = widget
    let own = control.displayName.isEmpty ? control.title : control.displayName
    name = own.isEmpty ? applicationName : "\(applicationName) \(own)"
    explanation = control.explanation
    icon = control.icon
    intent = control.intent
    isCapture = control.isCapture
  }
}

/// Which control of which app.
public struct ControlReference: Codable, Hashable, Sendable {
  /// The app's bundle identifier.
  public let application: String
  /// The control's kind.
  public let kind: String

  /// Names a control.
  public init(application: String, kind: String) {
    self.application = application
    self.kind = kind
  }
}
