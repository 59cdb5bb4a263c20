// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite("A camera that is taken away")
struct CameraInterruptionTests {
  let link = RecordingLink()

  private func camera() throws -> CameraHandler {
    CameraHandler(
      scene: try CameraScene(.color(red: 9, green: 9, blue: 9)), permissions: .all(.authorized),
      link: link)
  }

  private func start(_ camera: CameraHandler) async throws {
    let asked = CameraStart(
      device: CameraDevice.back.uniqueID, outputs: [.video, .photo, .movie], width: 64, height: 48,
      frameRate: 60, pixelFormat: "BGRA", deliversFrames: true)
    #expect(try await camera.ask(.cameraStart, asked).failureCode == nil)
  }

  private var told: [CameraInterruption] {
    link.posts(.cameraInterruption).compactMap { try? CameraInterruption(body: $0) }
  }

  private func flows(_ camera: CameraHandler) async -> Bool {
    let before = link.frames.count
    return await Waiting.until(within: .seconds(10)) { [link] in
      for slot in 0..<FrameSlots.count { camera.service.release(slot: slot) }
      return link.frames.count > before + 2
    }
  }

  @Test("the guest is told before the frames stop, and before they come again")
  func frames() async throws {
    let camera = try camera()
    defer { camera.end() }
    try await start(camera)
    #expect(await flows(camera) && camera.service.isInUse)
    camera.service.interrupt(.inUseByAnotherClient)
    #expect(!camera.service.isInUse, "at once: no button reaches the guest")
    let isTold = await Waiting.until(within: .seconds(10)) { told.count == 1 }
    #expect(isTold && told.first == CameraInterruption(began: true, reason: 3))
    #expect(!camera.service.isInUse)
    let routes = link.posts.map(\.route)
    #expect(routes.last == .cameraInterruption, "no frame after it")
    camera.service.endInterruption(.inUseByAnotherClient)
    #expect(await flows(camera) && camera.service.isInUse)
    let after = link.posts.map(\.route).dropFirst(routes.count)
    #expect(after.first == .cameraInterruption, "no frame before it")
    #expect(told.last == CameraInterruption(began: false, reason: 0))
  }

  @Test("two reasons are one interruption, which ends with the last of them")
  func twoReasons() async throws {
    let camera = try camera()
    defer { camera.end() }
    try await start(camera)
    camera.service.interrupt(.inBackground)
    camera.service.interrupt(.sensitiveContent)
    camera.service.interrupt(.inBackground)
    camera.service.endInterruption(.inBackground)
    camera.service.endInterruption(.multipleForegroundApps)
    // A start is done on the camera's queue, and so after all of these.
    try await start(camera)
    #expect(camera.service.interruption == .sensitiveContent)
    camera.service.endInterruption(.sensitiveContent)
    #expect(await Waiting.until(within: .seconds(10)) { told.count == 3 })
    #expect(told.map(\.began) == [true, true, false])
    #expect(told.dropFirst().map(\.reason) == [6, 0], "a start is told of what holds then")
  }

  @Test("one that starts while the camera is away is told so after it has started")
  func startsInterrupted() async throws {
    let camera = try camera()
    defer { camera.end() }
    camera.service.interrupt(.systemPressure)
    try await start(camera)
    #expect(await Waiting.until(within: .seconds(10)) { told.count == 1 })
    #expect(told.first?.reason == 5 && link.frames.isEmpty)
    camera.service.endInterruption(.systemPressure)
    #expect(await flows(camera))
  }

  @Test("no photo is taken meanwhile, and a film that runs ends with the reason")
  func captures() async throws {
    let camera = try camera()
    defer { camera.end() }
    let photos = PhotoCaptureHandler(camera: camera.service, link: link)
    let movies = MovieHandler(camera: camera.service, link: link)
    try await start(camera)
    let film = MovieStart(recordingID: 7, codec: "jpeg")
    #expect(try await movies.ask(.movieStart, film).failureCode == nil)
    camera.service.interrupt(.inUseByAnotherClient)
    let hasEnded = await Waiting.until(within: .seconds(10)) { !link.posts(.movieEnded).isEmpty }
    #expect(hasEnded)
    let ended = try MovieEnded(body: try #require(link.posts(.movieEnded).first))
    #expect(ended == MovieEnded(recordingID: 7, reason: .interruption))
    let stopped = try await movies.ask(.movieStop, MovieStop(recordingID: 7))
    let recorded: RecordedMovie = try stopped.reply()
    #expect(recorded.frames > 0)
    let photo = PhotoCapture(
      uniqueID: 1, codec: "jpeg", flashMode: .off, rotationAngle: 0, mirrored: false)
    #expect(try await photos.ask(.photoCapture, photo).failureCode == .busy)
    #expect(try await movies.ask(.movieStart, film).failureCode == .busy)
    camera.service.endInterruption(.inUseByAnotherClient)
    #expect(await flows(camera))
    #expect(try await photos.ask(.photoCapture, photo).failureCode == nil)
  }
}
