// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite("Hostile messages")
struct HostileMessagesTests {
  let link = RecordingLink()
  let scratch: ScratchFolder
  let services: [any Service]

  init() throws {
    scratch = try ScratchFolder()
    let permissions = Permissions.all(.authorized)
    let camera = CameraHandler(
      scene: try CameraScene(.pattern), permissions: permissions, link: link)
    services = [
      camera, PhotoCaptureHandler(camera: camera.service, link: link),
      CaptureEventsHandler(camera: camera.service, link: link),
      MovieHandler(camera: camera.service, link: link),
      CaptureControlsHandler(camera: camera.service, link: link),
      PhotosHandler(
        library: try PhotoLibrary(path: scratch.path("library")), session: "s",
        permissions: permissions, link: link),
      ContextHandler(access: ContextAccess(read: { _ in nil }, write: { _, _ in })),
      SessionContentHandler(
        access: SessionContentAccess(
          emptyOwn: { $0(.removed) }, remove: { _, done in done(.removed) })),
      OpenApplicationHandler { _, done in done(.opened) },
    ]
  }

  /// Bodies that no route may take for a request of its own.
  static let bodies: [(String, [UInt8])] = [
    ("nothing", []), ("a zero", [0]), ("no JSON", Array("hello".utf8)),
    ("half a string", Array(#"{"device":"#.utf8)), ("an array", Array("[]".utf8)),
    ("null", Array("null".utf8)), ("a number", Array("1e999".utf8)),
    ("no UTF-8", [0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x3A, 0x31, 0x7D]),
    ("a key twice", Array(#"{"intent":"a","intent":"b"}"#.utf8)),
    (
      "too deep",
      Array((String(repeating: "[", count: 40) + String(repeating: "]", count: 40)).utf8)
    ),
    ("much too deep", [UInt8](repeating: UInt8(ascii: "["), count: 65_000)),
    (
      "too large",
      Array(#"{"x":""#.utf8) + [UInt8](repeating: 0x61, count: 70_000) + Array(#""}"#.utf8)
    ),
    ("zeros", [UInt8](repeating: 0, count: 65_536)),
  ]

  /// The routes whose requests say nothing.
  static let empty: Set<Route> = [.cameraStop, .sessionInvalidate]

  @Test("every request with a bad body is answered with a failure", arguments: bodies.indices)
  func badBodies(_ index: Int) async {
    let (name, body) = Self.bodies[index]
    for service in services {
      for admission in service.admissions where admission.route.kind == .request {
        let answer = await service.ask(admission.route, body)
        // Who asks for nothing is understood whatever JSON he says it with.
        if Self.empty.contains(admission.route), answer.failureCode == nil { continue }
        #expect(answer.failureCode == .badMessage, "\(admission.route): \(name)")
      }
    }
    stop()
  }

  @Test("a service that is asked for what is not its own says so")
  func foreignRoutes() async {
    for service in services {
      let own = Set(service.admissions.map(\.route))
      for route in Route.allCases where !own.contains(route) {
        #expect(await service.ask(route, Array("{}".utf8)).failureCode == .unknownRoute, "\(route)")
      }
    }
  }

  @Test("every route of the table has one service, and every service keeps to the wire's table")
  func tables() {
    let all = services.flatMap(\.admissions)
    #expect(Set(all.map(\.route)).count == all.count)
    for admission in all {
      #expect(admission.route.sender == .guest)
      #expect(admission.descriptors.upperBound <= admission.route.descriptorLimit)
      #expect(admission.rate.perSecond > 0 && admission.rate.burst > 0)
    }
    let requests = Route.allCases.filter {
      $0.sender == .guest && $0.kind == .request && $0 != .hello
    }
    #expect(Set(requests).isSubset(of: Set(all.map(\.route))))
  }

  @Test("random bodies, and good ones with random damage, end in an answer")
  func fuzz() async throws {
    var random = SeededGenerator(seed: 2)
    let good: [(Route, [UInt8])] = [
      (
        .cameraStart,
        try CameraStart(
          device: CameraDevice.back.uniqueID, outputs: [.photo, .video], width: 64, height: 48,
          frameRate: 30, pixelFormat: "BGRA", deliversFrames: true
        ).encodedBody()
      ),
      (
        .photosAdd,
        try PhotosAdd(assets: [
          PhotoAsset(mediaType: .image, resources: [PhotoResource(type: 1, descriptor: 0)])
        ]).encodedBody()
      ),
      (
        .openApplication,
        try ActivityBody(
          activity: ActivityMessage(
            activityType: "t",
            userInfo: ["k": .dictionary(["a": .double(1.5), "b": .data([1, 2])])])
        ).encodedBody()
      ),
      (.contextSet, try ContextSet(intent: "I", data: Base64Bytes([1, 2, 3])).encodedBody()),
    ]
    for round in 0..<800 {
      var (route, body) = good[round % good.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<body.count, using: &random)
        body[place] = UInt8.random(in: 0...255, using: &random)
      }
      for service in services where service.admissions.contains(where: { $0.route == route }) {
        _ = await service.ask(route, body)
      }
      let events: [Route] = [.cameraRelease, .captureEventHandled, .captureEventPlaySound]
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      for service in services {
        for event in events { service.handleEvent(ServiceRequest(route: event, body: noise)) }
      }
    }
    stop()
  }

  private func stop() {
    for service in services { service.end() }
  }
}
