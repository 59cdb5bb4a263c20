// SPDX-License-Identifier: MIT

/// A kind of extension, as a host of extensions defines it.
///
/// A guest of lockhost is no such host: what is defined here is a value, and nothing is ever found for
/// it. A program that hosts extensions of its own on Linux uses the library `Lockhost`.
public struct AppExtensionPoint: Hashable, Identifiable {
  /// The point's identifier.
  public let id: String

  /// Names a point that somebody has defined.
  ///
  /// - Throws: ``Error/unspecifiedAppExtensionPointName`` for an empty name.
  public init(identifier: StaticString) throws {
    let text = "\(identifier)"
    guard !text.isEmpty else { throw Error.unspecifiedAppExtensionPointName }
    id = text
  }

  init(id: String) { self.id = id }

  /// Defines a point by a name and attributes.
  @resultBuilder
  public struct Definition {
    /// A point with this name and these attributes.
    public static func buildBlock<each T: Attribute>(
      _ name: Name, _ attributes: repeat each T
    ) -> AppExtensionPoint { AppExtensionPoint(id: name.text) }
  }

  /// Binds to a point that another program has defined.
  @resultBuilder
  public struct Bind {
    /// The point of this identifier.
    public static func buildBlock(_ id: Identifier) -> AppExtensionPoint {
      AppExtensionPoint(id: id.text)
    }
  }

  /// Which point, and of whom.
  public struct Identifier {
    let text: String

    /// The point of a host, by its name.
    public init(host: StaticString, name: StaticString) { text = "\(host).\(name)" }

    /// A point by its whole name.
    public init(_ name: StaticString) { text = "\(name)" }
  }

  /// The name of a point that is being defined.
  public struct Name {
    let text: String

    /// A name.
    public init(_ name: StaticString) { text = "\(name)" }
  }

  /// Something that holds for a point.
  public protocol Attribute {}

  /// Whether its extensions have scenes.
  public struct UserInterface: Attribute {
    let value: Bool

    /// They have scenes, or not.
    public init(_ value: Bool = true) { self.value = value }
  }

  /// Whether its extensions run with more protection than others.
  ///
  /// Every guest of lockhost does.
  public struct EnhancedSecurity: Attribute {
    let value: Bool

    /// They do, or not.
    public init(_ value: Bool = true) { self.value = value }
  }

  /// Whose extensions belong to it.
  public struct Scope: Attribute {
    /// Whose extensions.
    public enum Restriction: Hashable, Sendable {
      /// Those in the same app.
      case application
      /// Everybody's.
      case none
    }

    let restriction: Restriction

    /// A scope.
    public init(restriction: Restriction = .application) { self.restriction = restriction }
  }

  /// Why a point cannot be used.
  public enum Error: Swift.Error, Hashable {
    /// It has no name.
    case unspecifiedAppExtensionPointName
    /// The host does not define it.
    case hostMustDefineAppExtensionPoint(String)
    /// Only apps and extensions host extensions.
    case hostMustBeApplicationOrAppExtension
    /// It is no point.
    case invalidAppExtensionPoint
    /// The host's bundle has no identifier.
    case hostMustHaveBundleIdentifier
  }

  /// Follows which extensions there are for some points: inside of a guest, none.
  public final class Monitor {
    /// What a monitor knows.
    public struct State {
      /// The extensions that may be started.
      public let identities: [AppExtensionIdentity]
      /// How many the person has switched off.
      public let disabledCount: Int
      /// How many the person has not approved.
      public let unapprovedCount: Int
    }

    private var points: Set<AppExtensionPoint> = []

    /// Follows nothing yet.
    public init() {}

    /// Follows a point.
    public convenience init(appExtensionPoint: AppExtensionPoint) async throws {
      self.init()
      try await addAppExtensionPoint(appExtensionPoint)
    }

    /// Follows a point as well.
    public func addAppExtensionPoint(_ point: AppExtensionPoint) async throws {
      points.insert(point)
    }

    /// Follows a point no longer.
    public func removeAppExtensionPoint(_ point: AppExtensionPoint) async throws {
      points.remove(point)
    }

    /// The extensions that may be started.
    public var identities: [AppExtensionIdentity] { [] }

    /// What is known now.
    public var state: State { State(identities: [], disabledCount: 0, unapprovedCount: 0) }
  }
}

/// A type whose static properties define extension points.
public protocol ExtensionPointDefining {}
