// SPDX-License-Identifier: MIT

public import FoundationUserActivity

/// Something with a name that stays the same between builds.
public protocol PersistentlyIdentifiable {
  /// The name.
  static var persistentIdentifier: String { get }
}

extension PersistentlyIdentifiable {
  /// The type's name without its module: the same file is compiled into app, extension and control.
  public static var persistentIdentifier: String { String(describing: Self.self) }
}

/// Something that a person can ask an app to do.
public protocol AppIntent: PersistentlyIdentifiable, Sendable {
  /// What the intent gives back.
  associatedtype PerformResult: IntentResult

  /// The intent's name for people.
  static var title: LocalizedStringResource { get }
  /// What the intent does, in a sentence.
  static var description: IntentDescription? { get }
  /// Whether people find the intent in lists.
  static var isDiscoverable: Bool { get }
  /// Whether the device must be unlocked.
  static var authenticationPolicy: IntentAuthenticationPolicy { get }
  /// Whether the app opens when the intent runs.
  static var openAppWhenRun: Bool { get }

  /// Makes the intent.
  init()

  /// Does what the intent is for.
  ///
  /// For a capture intent, only in the app: locked, the system starts the extension instead.
  func perform() async throws -> PerformResult
}

extension AppIntent {
  /// No description.
  public static var description: IntentDescription? { nil }
  /// People find it.
  public static var isDiscoverable: Bool { true }
  /// Also while the device is locked.
  public static var authenticationPolicy: IntentAuthenticationPolicy { .alwaysAllowed }
  /// The app stays where it is.
  public static var openAppWhenRun: Bool { false }
}

/// An intent that the system knows the meaning of.
public protocol SystemIntent: AppIntent {}

/// An intent that opens something in the app.
public protocol OpenIntent: SystemIntent {
  /// What is opened.
  associatedtype Value

  /// What is opened.
  var target: Value { get set }
}

extension OpenIntent {
  /// Opens the app.
  public static var openAppWhenRun: Bool { true }
}

/// Whether the device must be unlocked for an intent.
public enum IntentAuthenticationPolicy: Hashable, Sendable {
  /// No.
  case alwaysAllowed
  /// The person must have authenticated on one of their devices.
  case requiresAuthentication
  /// The person must have authenticated on this device.
  case requiresLocalDeviceAuthentication
}

/// What an intent does, in a sentence.
public struct IntentDescription: ExpressibleByStringLiteral, Hashable, Sendable {
  /// The sentence.
  public let descriptionText: LocalizedStringResource
  /// The group in which people find the intent.
  public let categoryName: LocalizedStringResource?

  /// A sentence, a group and words to search for.
  public init(
    _ text: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
    searchKeywords: [LocalizedStringResource] = []
  ) {
    descriptionText = text
    self.categoryName = categoryName
  }

  /// A sentence.
  public init(stringLiteral value: String) {
    self.init(LocalizedStringResource(stringLiteral: value))
  }
}
