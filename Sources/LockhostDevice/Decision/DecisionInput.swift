// SPDX-License-Identifier: MIT

/// Everything that decides what a press starts, and nothing else.
///
/// A value: the same input gives the same decision on every machine, in a dry run, a test, and
/// months later from a stored record.
public struct DecisionInput: Hashable, Sendable {
  /// Whether a program contains the capture intent that the press names.
  public enum IntentPresence: Hashable, Sendable {
    /// Compiled in, as the bundle says.
    case present(String)
    /// Not compiled in, though another program of the bundle has it, or not in the bundle's list.
    case missing
    /// It is not known: no program of the bundle contains a capture intent, or none can be read, and
    /// the bundle does not list them (`LHCameraCaptureIntents`).
    case unlisted
  }

  /// What is known of the app.
  public struct Application: Hashable, Sendable {
    /// The app's bundle identifier.
    public var identifier: String
    /// The app's name, for people.
    public var name: String
    /// The app's camera usage text, if it has one that is not blank.
    public var cameraUsageText: String?
    /// Whether the app contains the capture intent.
    public var intent: IntentPresence
    /// The app's capture extension, if it has one.
    public var captureExtension: Extension?

    /// Creates the facts about an app.
    public init(
      identifier: String, name: String, cameraUsageText: String?,
      intent: IntentPresence = .unlisted, captureExtension: Extension?
    ) {
      self.identifier = identifier
      self.name = name
      self.cameraUsageText = cameraUsageText
      self.intent = intent
      self.captureExtension = captureExtension
    }
  }

  /// What is known of the capture extension.
  public struct Extension: Hashable, Sendable {
    /// The extension's bundle identifier.
    public var identifier: String
    /// The extension point that it declares.
    public var extensionPoint: String
    /// The extension's own camera usage text, if it has one that is not blank.
    public var cameraUsageText: String?
    /// Whether the extension contains the capture intent.
    public var intent: IntentPresence

    /// Creates the facts about an extension.
    public init(
      identifier: String, extensionPoint: String = ExtensionBundle.capturePoint,
      cameraUsageText: String?, intent: IntentPresence = .unlisted
    ) {
      self.identifier = identifier
      self.extensionPoint = extensionPoint
      self.cameraUsageText = cameraUsageText
      self.intent = intent
    }
  }

  /// What is known of the control that was pressed.
  public struct Control: Hashable, Sendable {
    /// The control's name, for people.
    public var name: String
    /// The type name of the intent behind it, if there is one.
    public var intent: String?
    /// Whether that is a camera capture intent.
    public var isCapture: Bool

    /// Creates the facts about a control.
    public init(name: String, intent: String?, isCapture: Bool) {
      self.name = name
      self.intent = intent
      self.isCapture = isCapture
    }
  }

  /// The device's lock state at the press.
  public var lockState: LockState
  /// Where the person pressed.
  public var entryPoint: EntryPoint
  /// The app, or `nil` when it is not installed.
  public var application: Application?
  /// What the device knows of the app's camera permission, which the extension inherits.
  public var camera: PermissionGrant
  /// The control that was pressed; nil where none is known, and the press is taken for one of the
  /// app's camera controls.
  public var control: Control?

  /// Creates an input.
  public init(
    lockState: LockState, entryPoint: EntryPoint, application: Application?,
    camera: PermissionGrant, control: Control? = nil
  ) {
    self.control = control
    self.lockState = lockState
    self.entryPoint = entryPoint
    self.application = application
    self.camera = camera
  }

  /// Creates the input for a press that concerns a loaded bundle.
  ///
  /// - Parameters:
  ///   - permissions: What the device grants this app; see `DeviceStore.permissions(of:)`.
  ///   - control: The control that was pressed, if one is known.
  ///   - programs: What the bundle's programs contain, when that is known already.
  public init(
    lockState: LockState, entryPoint: EntryPoint, bundle: AppBundle?,
    permissions: [Permission: PermissionGrant], control: Control? = nil,
    programs: ProgramIntents? = nil
  ) {
    self.init(
      lockState: lockState, entryPoint: entryPoint,
      application: bundle.map { Application($0, named: control?.intent, programs: programs) },
      camera: permissions[.camera] ?? .notDetermined, control: control)
  }
}

extension DecisionInput.Control {
  /// Creates the facts about a control from the gallery.
  public init(_ item: ControlItem) {
    self.init(name: item.name, intent: item.intent, isCapture: item.isCapture)
  }
}

extension DecisionInput.Application {
  /// Creates the facts about an app from its bundle, and from what its programs contain.
  ///
  /// - Parameters:
  ///   - intent: The intent that the press names, if it is known.
  ///   - programs: What its programs contain, when that is known already.
  public init(
    _ bundle: AppBundle, named intent: String? = nil, programs: ProgramIntents? = nil
  ) {
    let intents = BundleIntents(of: bundle, named: intent, programs: programs)
    self.init(
      identifier: bundle.identifier, name: bundle.name,
      cameraUsageText: bundle.usageTexts[.camera], intent: intents.application,
      captureExtension: bundle.captureExtension.map {
        DecisionInput.Extension(
          identifier: $0.identifier, extensionPoint: $0.extensionPoint,
          cameraUsageText: $0.usageTexts[.camera], intent: intents.captureExtension)
      })
  }
}
