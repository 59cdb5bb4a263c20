// SPDX-License-Identifier: MIT

package import LockhostSystem

/// Why a service could not do something: a picture that is none, a camera source that nobody
/// understands, a photo library that cannot be opened.
///
/// Made for the person who runs lockhost. A guest never sees one; it gets a `WireFailure`, which
/// holds no path and no errno of the host.
package struct ServiceError: Error, Hashable, Sendable {
  /// What went wrong, with a number that lasts: `lockhost explain LH4002` has the article.
  package enum Code: Int, Hashable, Sendable, CaseIterable {
    case notAnImage = 4001
    case truncatedImage = 4002
    case imageTooLarge = 4003
    case fileTooLarge = 4004
    case emptyFolder = 4005
    case unreadable = 4006
    case unsupportedImage = 4007
    case corruptImage = 4008
    case unknownCameraSource = 4009
    case badColor = 4010
    case encodingFailed = 4011
    case badCameraProfile = 4012
    case unsupportedVideo = 4013
    case captureDeviceFailed = 4014
    case decoderFailed = 4015
    case libraryUnusable = 4020
    case libraryFromTheFuture = 4021
    case libraryWriteFailed = 4022
    case resourceRefused = 4023
    case sessionLimitReached = 4024
    case noSuchAsset = 4025
    case exportFailed = 4026
    case libraryFull = 4027
    case libraryDamaged = 4028
  }

  /// What went wrong.
  package let code: Code
  /// What it went wrong with: a path, a camera source, an asset's identifier.
  package let subject: String
  /// What was found, in words; empty when the title says it all.
  package let detail: String
  /// What the kernel said, when it was the kernel.
  package let cause: SystemError?

  /// Makes an error.
  package init(_ code: Code, _ subject: String, _ detail: String = "", cause: SystemError? = nil) {
    self.code = code
    self.subject = subject
    self.detail = detail
    self.cause = cause
  }
}

extension ServiceError.Code {
  /// The code as people see it: `LH4002`.
  package var name: String { "LH\(rawValue)" }

  /// What happened, in a few words and without the case at hand.
  package var title: String {
    switch self {
    case .notAnImage: "The file is not an image"
    case .truncatedImage: "The image ends too early"
    case .imageTooLarge: "The image has too many pixels"
    case .fileTooLarge: "The file is too large"
    case .emptyFolder: "The folder holds no image"
    case .unreadable: "The file cannot be read"
    case .unsupportedImage: "The image is of a kind that lockhost does not read"
    case .corruptImage: "The image is damaged"
    case .unknownCameraSource: "The camera source is not understood"
    case .badColor: "The colour is not understood"
    case .encodingFailed: "The photo could not be encoded"
    case .badCameraProfile: "The device's camera profile cannot be used"
    case .unsupportedVideo: "The video is of a kind that lockhost does not read"
    case .captureDeviceFailed: "The capture device does not deliver pictures"
    case .decoderFailed: "The process that decodes pictures failed"
    case .libraryUnusable: "The photo library cannot be opened"
    case .libraryFromTheFuture: "The photo library was written by a newer lockhost"
    case .libraryWriteFailed: "The photo library cannot be written"
    case .resourceRefused: "The photo library does not take the file"
    case .sessionLimitReached: "The session has added as much as it may"
    case .noSuchAsset: "The photo library has no such asset"
    case .exportFailed: "The asset could not be exported"
    case .libraryFull: "The disk with the photo library is full"
    case .libraryDamaged: "The photo library is damaged"
    }
  }

  /// What to do about it.
  package var fix: String {
    switch self {
    case .notAnImage: "Name a JPEG or PNG file, or a folder of them."
    case .truncatedImage: "Copy or download the file again; it lacks its end."
    case .imageTooLarge:
      "Scale it down to \(ImageLimits.standard.maximumSide) pixels a side and "
        + "\(ImageLimits.standard.maximumPixels / 1_000_000) megapixels."
    case .fileTooLarge:
      "Name a file of at most \(ImageLimits.standard.maximumFileBytes >> 20) MiB."
    case .emptyFolder: "Put JPEG or PNG files into the folder (.jpg, .jpeg, .png)."
    case .unreadable: "Check the path and its permissions."
    case .unsupportedImage: "Convert it to a baseline or progressive 8-bit JPEG, or to PNG."
    case .corruptImage: "Copy or download the file again, or save it anew from an image editor."
    case .unknownCameraSource:
      "Use pattern, color:#RRGGBB, v4l2:/dev/videoN, or the path of a JPEG, PNG, AVI or Y4M file or "
        + "of a folder of pictures."
    case .badColor: "Write a colour as color:#RRGGBB, for example color:#FF8800."
    case .encodingFailed: "Report it with the picture: this is lockhost's own fault."
    case .badCameraProfile:
      "Correct the file, or remove it to have the usual cameras again; Docs/Cameras.md describes it."
    case .unsupportedVideo:
      "Convert it: ffmpeg -i IN -c:v mjpeg -q:v 3 -an OUT.avi, or ffmpeg -i IN -pix_fmt yuv420p OUT.y4m."
    case .captureDeviceFailed:
      "Check that the device is a camera, that nobody else uses it, and that you may open it."
    case .decoderFailed:
      "Convert the picture with another program. If no picture works, check that lockhost-decode lies "
        + "beside the running program, as it was installed."
    case .libraryUnusable:
      "Check that the state folder is writable, or choose another with --set."
    case .libraryFromTheFuture: "Use the newer lockhost, or choose another state folder with --set."
    case .libraryWriteFailed: "Check that the state folder is writable, and its disk sound."
    case .resourceRefused: "Add a JPEG, PNG or HEIC image, or a QuickTime, MP4 or AVI video."
    case .sessionLimitReached: "End the session and launch again."
    case .noSuchAsset: "List what is there with `lockhost photos list`."
    case .exportFailed:
      "Check that the target folder exists, is writable, and has no such file, and that the photo's own "
        + "file is still in the library."
    case .libraryDamaged:
      "Run the command again: a damaged library is set aside as a whole, and an empty one takes its "
        + "place. The photos are in the folder content of the one that was set aside."
    case .libraryFull:
      "Free some space on the disk with the state folder, or choose another with --set."
    }
  }
}

extension ServiceError: CustomStringConvertible {
  package var description: String { "\(code.name): \(sentence)" }

  /// The same without the code, for where that stands beside it.
  package var sentence: String {
    var text = "\(code.title): \(subject)"
    if !detail.isEmpty { text += ": \(detail)" }
    if let cause { text += ": \(cause)" }
    return text
  }
}
