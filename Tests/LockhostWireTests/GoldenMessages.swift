// SPDX-License-Identifier: MIT

import LockhostWire

/// Messages whose bytes are written down in `Docs/WireProtocol.md`.
enum GoldenMessages {
  static let all: [(name: String, make: @Sendable () throws(WireError) -> Message)] = [
    (
      "hello",
      { () throws(WireError) in
        try Message(
          .request, .hello, requestID: 1,
          body: Hello(protocolMinimum: 1, protocolMaximum: 1, role: .extension, sdk: "golden/1")
            .encodedBody())
      }
    ),
    (
      "failure",
      { () throws(WireError) in
        try Message(
          .failure, .openApplication, requestID: 258,
          body: WireFailure(.authenticationFailed, "no").encodedBody())
      }
    ),
    (
      "cameraFrame",
      { () throws(WireError) in
        try Message(
          .event, .cameraFrame,
          body: CameraFrame(
            frame: 1, timestampNanoseconds: 0x0102_0304_0506_0708, slot: 2, width: 640,
            height: 480, bytesPerRow: 2560, droppedSinceLast: 0, pixelFormat: 0x4247_5241
          ).encodedBody())
      }
    ),
    (
      "photoProgress",
      { () throws(WireError) in
        try Message(
          .event, .photoProgress, body: PhotoProgress(uniqueID: -2, phase: 3).encodedBody())
      }
    ),
    (
      "captureEvent",
      { () throws(WireError) in
        try Message(
          .event, .captureEvent,
          body: CaptureEvent(eventID: 7, kind: 1, phase: 2, shouldPlaySound: 1).encodedBody())
      }
    ),
    (
      "cameraRelease",
      { () throws(WireError) in
        try Message(.event, .cameraRelease, body: CameraRelease(slot: 3).encodedBody())
      }
    ),
    (
      "cameraControls",
      { () throws(WireError) in
        try Message(
          .event, .cameraControls,
          body: CameraControlsUpdate(
            device: "back",
            controls: CameraControls(
              zoom: CameraZoom(start: 1, target: 2.5, rate: 1, sinceNanoseconds: 7),
              exposureBias: -0.5, torchLevel: 1)
          ).encodedBody())
      }
    ),
    (
      "movieStop",
      { () throws(WireError) in
        try Message(
          .request, .movieStop, requestID: 3, body: MovieStop(recordingID: -1).encodedBody())
      }
    ),
    (
      "captureControlEvent",
      { () throws(WireError) in
        try Message(
          .event, .captureControlEvent,
          body: CaptureControlEvent(kind: .value, id: 2, value: 0.25).encodedBody())
      }
    ),
    (
      "captureEventHandled",
      { () throws(WireError) in
        try Message(
          .event, .captureEventHandled,
          body: CaptureEventHandled(eventID: 7, phase: 2).encodedBody())
      }
    ),
    (
      "photosAdd",
      { () throws(WireError) in
        let resource = PhotoResource(type: 1, descriptor: 0, filename: "a.jpg")
        return try Message(
          .request, .photosAdd, requestID: 9,
          body: PhotosAdd(assets: [
            PhotoAsset(mediaType: .image, creationDate: 0, resources: [resource])
          ]).encodedBody(),
          descriptorCount: 1)
      }
    ),
    (
      "openApplication",
      { () throws(WireError) in
        let activity = ActivityMessage(
          activityType: "t",
          userInfo: [
            "list": .array([.integer(-1), .double(.nan), .boolean(true)]),
            "more": .dictionary(["at": .date(secondsSince1970: 1.5), "bytes": .data([0, 255])]),
            "text": .string("é"),
          ])
        return try Message(
          .request, .openApplication, requestID: 2,
          body: ActivityBody(activity: activity).encodedBody())
      }
    ),
  ]
}
