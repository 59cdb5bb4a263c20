// SPDX-License-Identifier: MIT

/// Something that an app must be granted by the person, and that its extension inherits.
public enum Permission: String, CaseIterable, Codable, Hashable, Sendable {
  /// Pictures from the cameras.
  case camera
  /// Sound from the microphone.
  case microphone
  /// Adding to the photo library, without reading from it.
  case photosAdd = "photos-add"
  /// Reading the photo library.
  case photosRead = "photos-read"
  /// The place of the device, while the app is in use.
  case location

  /// The key in `Info.plist` whose text is shown when the permission is asked for.
  public var usageTextKey: String {
    switch self {
    case .camera: "NSCameraUsageDescription"
    case .microphone: "NSMicrophoneUsageDescription"
    case .photosAdd: "NSPhotoLibraryAddUsageDescription"
    case .photosRead: "NSPhotoLibraryUsageDescription"
    case .location: "NSLocationWhenInUseUsageDescription"
    }
  }

  /// The permission in words, for a sentence: "the camera".
  public var title: String {
    switch self {
    case .camera: "the camera"
    case .microphone: "the microphone"
    case .photosAdd: "adding photos"
    case .photosRead: "reading photos"
    case .location: "the location"
    }
  }
}
