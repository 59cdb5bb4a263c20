// SPDX-License-Identifier: MIT

import LockhostServices

extension ErrorArticle {
  static let mediaArticles: [ErrorArticle] =
    ServiceError.Code.allCases.map { code in
      let (what, why) = text(of: code)
      return ErrorArticle(code.name, code.title, what: what, why: why, steps: [code.fix])
    } + [
      ErrorArticle(
        "LH4031", "The guest has no camera",
        what: "The camera was to be pointed at something else, and what is on the screen has none.",
        why: "A control has no camera, and neither has an app that was never given one.",
        steps: ["Change the camera while the extension or the app is on the screen."]),
      ErrorArticle(
        "LH4032", "The control was not set",
        what:
          "A control of the camera button's overlay was to be set, and the guest heard nothing.",
        why:
          "The camera does not run, there is no such control, it is disabled, or the value is not "
          + "one that it can have; the message says which.",
        steps: [
          "Wait until the extension is ready, and name one of the controls that the message lists."
        ]),
    ]

  /// An exhaustive switch, so that a new code does not compile without its article.
  private static func text(of code: ServiceError.Code) -> (what: String, why: String) {
    switch code {
    case .notAnImage:
      (
        "The file that the camera is to see is neither a JPEG nor a PNG.",
        "It is judged by its first bytes, not by its name."
      )
    case .truncatedImage:
      (
        "The image begins well and stops before its end.",
        "Half a picture would look like a fault of the extension."
      )
    case .imageTooLarge:
      (
        "The image's header promises more pixels than lockhost decodes.",
        "A small file can claim a huge picture and use up all memory; the header is judged first."
      )
    case .fileTooLarge:
      (
        "The file has more bytes than lockhost reads for a picture.",
        "Sizes are bounded everywhere."
      )
    case .emptyFolder:
      (
        "The folder that the camera is to show holds no JPEG or PNG.",
        "Only names ending in .jpg, .jpeg and .png are taken, and folders in it are not entered."
      )
    case .unreadable:
      ("The file or folder cannot be opened or read.", "The kernel refused; the message says how.")
    case .unsupportedImage:
      (
        "The image is of another format, or a JPEG of a rare kind.",
        "Arithmetic coding, lossless JPEG, 12 bits a sample, GIF, HEIC and the like are not decoded."
      )
    case .corruptImage:
      (
        "The image's structure contradicts itself, or its decoder gave up.",
        "A picture that cannot be decoded whole is not shown in part."
      )
    case .unknownCameraSource:
      (
        "What follows `--camera`, or a script's `camera`, is no source.",
        "Sources are pattern, color:#RRGGBB, v4l2:/dev/videoN, a JPEG or PNG file, a folder of them, "
          + "or an AVI or Y4M video."
      )
    case .badColor:
      ("What follows `color:` is no colour.", "A colour has six hexadecimal digits after a #.")
    case .encodingFailed:
      ("A frame could not be made into a JPEG.", "The encoder refused what lockhost gave it.")
    case .badCameraProfile:
      (
        "The `cameras.json` in the device's folder describes no cameras that lockhost can simulate.",
        "It was edited: the message names the field, and Docs/Cameras.md says what each may be."
      )
    case .unsupportedVideo:
      (
        "The video is neither Motion JPEG in AVI nor YUV4MPEG2 with 8 bits.",
        "Only forms are read for which no library of decoders has to be let near a file."
      )
    case .captureDeviceFailed:
      (
        "The Video4Linux device could not be opened, or does not do what a camera does.",
        "Another program may use it, or it has neither Motion JPEG, YUYV nor NV12; the message says "
          + "which request failed."
      )
    case .decoderFailed:
      (
        "Pictures are decoded by `lockhost-decode`, in a sandbox of its own. It could not be started, "
          + "died, or took too long.",
        "It is not beside the running program, this machine refuses sandboxes, or the picture was made to "
          + "break a decoder; the message says which. Nothing but that process was harmed."
      )
    case .libraryUnusable:
      (
        "The device's photo library cannot be opened.",
        "Its database or its folder in the state folder is not accessible."
      )
    case .libraryDamaged:
      (
        "The list of the device's photos, library.sqlite, is damaged, empty or gone, and the photos "
          + "are there. The whole library was set aside, as a folder `damaged-…` beside it.",
        "A file was cut off or overwritten, such as by a disk that failed or a copy that was not whole. "
          + "Photos without a list would be taken for what a crash has left, and removed."
      )
    case .libraryFromTheFuture:
      (
        "The photo library has a newer format than this lockhost knows.",
        "Writing to it could lose what the newer one stored."
      )
    case .libraryWriteFailed:
      (
        "A photo could not be stored.",
        "The disk refused the write; the library is as it was before."
      )
    case .libraryFull:
      (
        "No space is left on the disk that holds the device's photo library.",
        "Nothing was stored in part: the library is as it was before."
      )
    case .resourceRefused:
      (
        "What the extension wanted to add is no photo or video that the library takes.",
        "Content is judged by its bytes, not by the name or type that the guest gives."
      )
    case .sessionLimitReached:
      (
        "The session has added as many photos, or as many bytes, as one session may.",
        "An extension that nobody watches must not be able to fill the disk."
      )
    case .noSuchAsset:
      ("The library has no photo or video with this identifier.", "It may have been deleted.")
    case .exportFailed:
      (
        "A photo could not be copied to where it was to go.",
        "The folder is missing or not writable, a file of that name is there, which is kept, or somebody "
          + "has removed the library's own file."
      )
    }
  }
}
