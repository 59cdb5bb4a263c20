// SPDX-License-Identifier: MIT

/// Why a request was refused; the body of every message of kind ``MessageKind/failure``.
public struct WireFailure: JSONBody, Error, Hashable, CustomStringConvertible {
  /// The closed table of reasons.
  ///
  /// It has no errno and no path of the host in it.
  public enum Code: String, Codable, Hashable, Sendable, CaseIterable {
    /// The request could not be read.
    case badMessage
    /// No such route.
    case unknownRoute
    /// The route is not for this kind of guest, or not in this state of its session.
    case notPermitted
    /// The route was asked too often.
    case tooMany
    /// A value exceeds the route's limit; the message names both sizes.
    case tooLarge
    /// The device's permissions say no.
    case denied
    /// What was asked for is in use; try again.
    case busy
    /// There is no such camera.
    case noDevice
    /// There is no such thing.
    case notFound
    /// The person did not authenticate.
    case authenticationFailed
    /// The app that should open is not installed.
    case applicationNotFound
    /// The host understands the request and does not offer it.
    case unsupported
    /// A limit of the sandbox was reached.
    case limit
    /// The host failed; its record says more.
    case internalError
  }

  /// Which reason it is.
  public let code: Code
  /// A sentence for the extension's author.
  public let message: String

  /// Makes a refusal.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The code and the sentence.
  public var description: String { "\(code.rawValue): \(message)" }
}
