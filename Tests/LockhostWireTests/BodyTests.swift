// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("Bodies")
struct BodyTests {
  @Test("every JSON body is read back as it was written") func roundTrips() throws {
    let camera = CameraDescription(
      uniqueID: "c", localizedName: "Back", position: .back, deviceType: "wide",
      formats: [
        CameraFormat(
          width: 640, height: 480, maxFrameRate: 30, photoWidth: 4032, photoHeight: 3024)
      ],
      minZoom: 1, maxZoom: 10, hasFlash: true, hasTorch: false, lensAperture: 1.8,
      fieldOfView: 69.5)
    let activity = ActivityMessage(
      activityType: "type", title: "t", userInfo: ["a": .integer(.min), "é": .data([])],
      webpageURL: "https://a", requiredUserInfoKeys: ["a"], targetContentIdentifier: "x",
      persistentIdentifier: "y")
    let bodies: [any (JSONBody & Equatable)] = [
      EmptyBody(), Hello(protocolMinimum: 1, protocolMaximum: 2, role: .control, sdk: "s"),
      LaunchContext(
        protocolVersion: 1, role: .extension, session: "s", extensionPoint: "e",
        bundleIdentifier: "b", bundlePath: "/bundle", containerPath: "/container",
        sessionContentPath: "/session", sessionContentPaths: ["/a"], cameras: [camera]),
      GuestEnd(reason: .terminated, graceMilliseconds: 500),
      SceneUpdate(elements: [SceneElement(id: "1", kind: .button, label: "L", symbol: "s")]),
      SceneTap(id: "1"), ScenePhaseChange(phase: .inactive),
      MediaAuthorizationRequest(mediaType: .audio), AuthorizationStatus(status: 3),
      MediaAccess(granted: true),
      CameraStart(
        device: "c", outputs: [.photo, .video], width: 1, height: 2, frameRate: 29.97,
        pixelFormat: "BGRA", deliversFrames: true),
      CameraStream(
        width: 1, height: 2, bytesPerRow: 4, pixelFormat: "BGRA", slotCount: 3, slotBytes: 4096),
      CameraInterruption(began: true, reason: 3), DeviceTurn(degrees: 270),
      CameraControlsUpdate(
        device: "c",
        controls: CameraControls(
          zoom: CameraZoom(start: 1, target: 4, rate: 0.5, sinceNanoseconds: .max),
          exposureBias: -1, torchLevel: 0.5)),
      MovieStart(
        recordingID: 1, codec: "jpeg", rotationAngle: 90, mirrored: true, maximumSeconds: 1,
        maximumBytes: 2),
      MovieStop(recordingID: -1),
      RecordedMovie(recordingID: 1, frames: 2, seconds: 0.5, bytes: 3, dropped: 4),
      MovieEnded(recordingID: 1, reason: .size),
      CaptureControlsRegister(controls: [
        CaptureControl(
          id: 1, kind: .picker, title: "t", symbol: "s", enabled: true, minimum: 0, maximum: 1,
          step: 1, value: 0, items: ["a", "b"])
      ]),
      CaptureControlEvent(kind: .value, id: 1, value: 0.5),
      PhotoCapture(
        uniqueID: .max, codec: "jpeg", flashMode: .auto, width: 10, height: 20, quality: 0.5,
        rotationAngle: 270, mirrored: true),
      CapturedPhoto(uniqueID: 1, width: 2, height: 3, orientation: 6),
      CaptureEventsRegister(
        enabled: true, handlesPrimary: true, handlesSecondary: false, soundDisabled: true),
      CaptureEventSound(sound: "cameraShutter"), PhotosLevel(level: 1),
      PhotosAdd(assets: [
        PhotoAsset(
          mediaType: .video, creationDate: 1.5,
          resources: [PhotoResource(type: 2, descriptor: 3, filename: "a")])
      ]),
      PhotosAdded(identifiers: ["i"]), PhotosFetch(), PhotosFetch(identifiers: ["i"]),
      PhotosFetched(assets: [
        PhotoFacts(
          identifier: "i", mediaType: .video, width: 1, height: 2, creationDate: 0.5,
          uniformTypeIdentifier: "t")
      ]), PhotosRead(identifier: "i"), ActivityBody(activity: activity),
      ContextGet(intent: "I"), IntentContext(data: nil), IntentContext(data: Base64Bytes([1, 2])),
      ContextSet(intent: "I", data: Base64Bytes([])),
      SessionContentChange(change: .removed, paths: ["/a", "/b"]),
      SessionContentInvalidate(path: "/a"), DelayAppearance(begin: false),
      ActivityHandled(activityType: "t", handled: false), WireFailure(.tooLarge, "5 of 4"),
    ]
    for body in bodies { try roundTrip(body) }
  }

  private func roundTrip<Body: JSONBody & Equatable>(_ body: Body) throws {
    #expect(try Body(body: body.encodedBody()) == body)
  }

  @Test("unknown fields are ignored, missing ones are named") func fields() throws {
    #expect(try SceneTap(body: Array(#"{"id":"a","later":[1,{"x":2}]}"#.utf8)).id == "a")
    #expect(
      throws: WireError.shape(type: "SceneTap", path: "", reason: "\"id\" is missing")
    ) { try SceneTap(body: Array("{}".utf8)) }
    #expect(
      throws: WireError.shape(
        type: "PhotosAdd", path: ".assets[0].mediaType", reason: "a value that is not accepted")
    ) {
      try PhotosAdd(body: Array(#"{"assets":[{"mediaType":"sound","resources":[]}]}"#.utf8))
    }
  }

  @Test("an optional field may be absent or null") func optional() throws {
    #expect(try IntentContext(body: Array("{}".utf8)).data == nil)
    #expect(try IntentContext(body: Array(#"{"data":null}"#.utf8)).data == nil)
  }

  @Test(
    "values outside of a route's range are refused on both sides",
    arguments: [
      #"{"uniqueID":1,"codec":"jpeg","flashMode":"off","rotationAngle":45,"mirrored":false}"#,
      #"{"uniqueID":1,"codec":"jpeg","flashMode":"off","rotationAngle":0,"mirrored":false,"quality":1.5}"#,
    ])
  func photoValues(text: String) {
    #expect(throws: WireError.self) { try PhotoCapture(body: Array(text.utf8)) }
  }

  @Test("an integer that does not fit is an error, not a trap")
  func integers() {
    for number in ["1e400", "9223372036854775808", "1.5", "-1e19"] {
      #expect(throws: WireError.self) {
        try GuestEnd(body: Array(#"{"reason":"dismissed","graceMilliseconds":\#(number)}"#.utf8))
      }
    }
  }

  @Test("limits on numbers of things hold on both sides") func counts() throws {
    let element = SceneElement(id: "1", kind: .text, label: "")
    func update(_ count: Int) -> SceneUpdate {
      SceneUpdate(elements: Array(repeating: element, count: count))
    }
    #expect(try SceneUpdate(body: update(256).encodedBody()).elements.count == 256)
    #expect(throws: WireError.self) { try update(257).encodedBody() }
    #expect(throws: WireError.self) { try PhotosAdd(assets: []).encodedBody() }
    let resource = PhotoResource(type: 1, descriptor: 4)
    #expect(throws: WireError.self) {
      try PhotosAdd(assets: [PhotoAsset(mediaType: .image, resources: [resource])]).encodedBody()
    }
    #expect(throws: WireError.self) { try ContextGet(intent: "").encodedBody() }
    #expect(throws: WireError.self) {
      try Hello(
        protocolMinimum: 1, protocolMaximum: 1, role: .app, sdk: String(repeating: "s", count: 65)
      ).encodedBody()
    }
  }

  @Test("a body that would be too large is refused by its sender") func senderLimit() {
    let failure = WireFailure(.limit, String(repeating: "a", count: WireLimits.bodyBytes))
    #expect(throws: WireError.self) { try failure.encodedBody() }
  }
}
