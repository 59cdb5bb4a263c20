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
    /// Not compiled in: the bundle lists its capture intents, and this one is not among them.
    case missing
    /// The bundle does not list its capture intents (`LHCameraCaptureIntents`).
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

  /// The device's lock state at the press.
  public var lockState: LockState
  /// Where the person pressed.
  public var entryPoint: EntryPoint
  /// The app, or `nil` when it is not installed.
  public var application: Application?
  /// What the device knows of the app's camera permission, which the extension inherits.
  public var camera: PermissionGrant

  /// Creates an input.
  public init(
    lockState: LockState, entryPoint: EntryPoint, application: Application?,
    camera: PermissionGrant
  ) {
    self.lockState = lockState
    self.entryPoint = entryPoint
    self.application = application
    self.camera = camera
  }

  /// Creates the input for a press that concerns a loaded bundle.
  ///
  /// - Parameter permissions: What the device grants this app; see `DeviceStore.permissions(of:)`.
  public init(
    lockState: LockState, entryPoint: EntryPoint, bundle: AppBundle?,
    permissions: [Permission: PermissionGrant]
  ) {
    self.init(
      lockState: lockState, entryPoint: entryPoint, application: bundle.map(Application.init),
      camera: permissions[.camera] ?? .notDetermined)
  }
}

extension DecisionInput.Application {
  /// Creates the facts about an app from its bundle.
  public init(_ bundle: AppBundle) {
    self.init(
      identifier: bundle.identifier, name: bundle.name,
      cameraUsageText: bundle.usageTexts[.camera],
      intent: .init(listed: bundle.captureIntents),
      captureExtension: bundle.captureExtension.map {
        DecisionInput.Extension(
          identifier: $0.identifier, extensionPoint: $0.extensionPoint,
          cameraUsageText: $0.usageTexts[.camera], intent: .init(listed: $0.captureIntents))
      })
  }
}

extension DecisionInput.IntentPresence {
  /// Reads a bundle's own list, where the system uses one capture intent of a bundle: the first.
  init(listed intents: [String]?) {
    guard let intents else {
      self = .unlisted
      return
    }
    self = intents.first.map { .present($0) } ?? .missing
  }
}
