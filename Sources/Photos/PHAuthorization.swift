// SPDX-License-Identifier: MIT

/// What a program wants to do with the photo library.
public enum PHAccessLevel: Int, Sendable {
  /// Add to it.
  case addOnly = 1
  /// Add to it and read it.
  case readWrite = 2
}

/// Whether a program may use the photo library.
public enum PHAuthorizationStatus: Int, Sendable {
  /// The person was not asked yet.
  case notDetermined = 0
  /// Nobody may, whatever the person wants.
  case restricted = 1
  /// The person said no.
  case denied = 2
  /// The person said yes.
  case authorized = 3
  /// The person chose what may be seen.
  case limited = 4
}
