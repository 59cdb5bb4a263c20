// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostWire

/// The intent that opens an app's camera: compiled into app, capture extension and control.
public protocol CameraCaptureIntent: SystemIntent {
  /// What app and extension tell each other between launches.
  associatedtype AppContext: Decodable, Encodable, Sendable = Never

  /// The context that was last set, or nil.
  ///
  /// Asks the system each time. A launch should not wait for it.
  static var appContext: AppContext? { get async throws }

  /// Sets the context, for all processes that contain the intent; nil clears it.
  ///
  /// - Throws: When the context is larger than 4,096 bytes as JSON; the error names its size.
  static func updateAppContext(_ newContext: AppContext?) async throws
}

extension CameraCaptureIntent {
  /// Opens the app.
  public static var openAppWhenRun: Bool { true }

  /// The context that was last set, or nil.
  public static var appContext: AppContext? {
    get async throws {
      let answer = try await GuestConnection.shared.request(
        .contextGet, ContextGet(intent: persistentIdentifier), as: IntentContext.self)
      guard let data = answer.data else { return nil }
      return try JSONDecoder().decode(AppContext.self, from: Data(data.bytes))
    }
  }

  /// Sets the context, for all processes that contain the intent; nil clears it.
  public static func updateAppContext(_ newContext: AppContext?) async throws {
    let encoded = try newContext.map { try JSONEncoder().encode($0) }
    if let encoded, encoded.count > WireLimits.contextBytes {
      throw AppContextError(
        bytes: encoded.count, limit: WireLimits.contextBytes,
        largest: LargestKeys.words(for: [UInt8](encoded)))
    }
    let body = ContextSet(
      intent: persistentIdentifier, data: encoded.map { Base64Bytes([UInt8]($0)) })
    _ = try await GuestConnection.shared.request(.contextSet, body, as: EmptyBody.self)
  }
}

/// A context that is larger than the system keeps.
struct AppContextError: LocalizedError, Hashable {
  let bytes: Int
  let limit: Int
  /// The largest keys with their sizes, in words; empty for a context that is no object.
  let largest: String

  var errorDescription: String? {
    let size = "the appContext is \(bytes) bytes as JSON; the limit is \(limit) bytes"
    return largest.isEmpty ? size : "\(size). The largest keys: \(largest)"
  }
}
