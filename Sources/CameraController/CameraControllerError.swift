// SPDX-License-Identifier: MIT

public import AVFoundation
public import Photos

/// Why a camera controller did not do something.
public enum CameraControllerError: Error, Hashable, Sendable {
  /// The camera is not this program's to use.
  case notAuthorized
  /// The device has no camera.
  case noCamera
  /// The session takes no camera or no photo output; it was changed by somebody else.
  case cannotConfigure
  /// The system did not start the camera.
  case notStarted
  /// The controller was not started, or was stopped.
  case notRunning
  /// The photo could not be taken.
  case capture(AVError)
  /// The library did not take the photo.
  case library(PHPhotosError)
}

extension CameraControllerError: LocalizedError {
  /// What went wrong, for people.
  public var errorDescription: String? {
    switch self {
    case .notAuthorized: "The camera may not be used."
    case .noCamera: "There is no camera."
    case .cannotConfigure: "The camera's session was changed by somebody else."
    case .notStarted: "The camera did not start."
    case .notRunning: "The camera does not run."
    case .capture(let error): "The photo could not be taken: \(error.localizedDescription)"
    case .library(let error): "The photo could not be kept: \(error.localizedDescription)"
    }
  }
}
