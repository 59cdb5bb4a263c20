// SPDX-License-Identifier: MIT

/// A kind of media that needs the person's permission.
public enum MediaType: String, Codable, Hashable, Sendable, CaseIterable {
  /// Pictures from a camera.
  case video
  /// Sound from the microphone.
  case audio
}

/// Asks for the permission of one kind of media.
public struct MediaAuthorizationRequest: JSONBody, Hashable {
  /// Which media.
  public let mediaType: MediaType

  /// Makes the value from its fields.
  public init(mediaType: MediaType) {
    self.mediaType = mediaType
  }
}

/// The state of a permission.
public struct AuthorizationStatus: JSONBody, Hashable {
  /// The raw value of Apple's status type: 0 not determined, 1 restricted, 2 denied, 3
  /// authorized, and 4 limited for photos.
  public let status: Int

  /// Makes the value from its fields.
  public init(status: Int) {
    self.status = status
  }
}

/// What the person answered.
public struct MediaAccess: JSONBody, Hashable {
  /// Whether the permission is now given.
  public let granted: Bool

  /// Makes the value from its fields.
  public init(granted: Bool) {
    self.granted = granted
  }
}
