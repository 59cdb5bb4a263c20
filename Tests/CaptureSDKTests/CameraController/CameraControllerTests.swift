// SPDX-License-Identifier: MIT

import AVFoundation
import CameraController
import LockhostTesting
import LockhostWire
import Photos
import Synchronization
import Testing

@Suite("A camera controller")
struct CameraControllerTests {
  @Test("it starts with the camera it was made for, off the main thread, and stops")
  func running() async throws {
    let host = try MediaHost()
    try await host.launch {
      let camera = CameraController(position: .front)
      #expect(!camera.isRunning)
      try await camera.start()
      try await camera.start()
      #expect(camera.isRunning && camera.position == .front)
      #expect(camera.device?.uniqueID == "front")
      await camera.stop()
      await camera.stop()
      #expect(!camera.isRunning)
    }
    let starts = try host.bodies(.cameraStart, as: CameraStart.self)
    #expect(starts.map(\.device) == ["front"] && starts.first?.outputs == [.photo])
    #expect(host.received(.cameraStop).count >= 1)
  }

  @Test("without the permission, or a camera, it says so")
  func refused() async throws {
    let denied = try MediaHost()
    denied.refuse(.cameraRequestAccess, .denied)
    await denied.launch {
      _ = await #expect(throws: CameraControllerError.notAuthorized) {
        try await CameraController().start()
      }
    }
    let blind = try MediaHost(cameras: [])
    await blind.launch {
      _ = await #expect(throws: CameraControllerError.noCamera) {
        try await CameraController().start()
      }
    }
    let busy = try MediaHost()
    busy.refuse(.cameraStart, .busy)
    await busy.launch {
      _ = await #expect(throws: CameraControllerError.notStarted) {
        try await CameraController().start()
      }
    }
  }

  @Test("where the wanted camera is missing, there is the other one")
  func onlyOne() async throws {
    let host = try MediaHost(cameras: [MediaHost.cameras[1]])
    try await host.launch {
      let camera = CameraController(position: .back)
      try await camera.start()
      #expect(camera.position == .front)
      #expect(await !camera.cyclePosition())
    }
  }

  @Test("the flash mode goes round, without what the camera cannot do")
  func flash() async throws {
    let host = try MediaHost()
    try await host.launch {
      let camera = CameraController(flash: .automatic)
      try await camera.start()
      #expect(camera.flashMode == .auto)
      #expect((0..<3).map { _ in camera.cycleFlashMode() } == [.on, .off, .auto])
      await camera.cyclePosition()
      #expect(camera.flashMode == .off)
      #expect(camera.cycleFlashMode() == .off && camera.setFlashMode(.on) == .off)
      await camera.stop()
      let dark = CameraController(flash: .off)
      try await dark.start()
      #expect(dark.flashMode == .off)
      await dark.stop()
    }
  }

  @Test("focus and exposure go to the point, as far as the camera can")
  func focus() async throws {
    let host = try MediaHost()
    try await host.launch {
      let camera = CameraController()
      #expect(await !camera.focusAndExpose(at: CGPoint(x: 0.3, y: 0.6)))
      try await camera.start()
      #expect(await camera.focusAndExpose(at: CGPoint(x: 0.3, y: 0.6)))
      #expect(camera.device?.focusPointOfInterest == CGPoint(x: 0.3, y: 0.6))
      #expect(camera.device?.exposurePointOfInterest == CGPoint(x: 0.3, y: 0.6))
      await camera.cyclePosition()
      // The front camera has no lens that moves, but exposes.
      #expect(await camera.focusAndExpose(at: CGPoint(x: 0.1, y: 0.1)))
      #expect(camera.device?.exposurePointOfInterest == CGPoint(x: 0.1, y: 0.1))
      await camera.stop()
    }
  }

  @Test("changes of the camera are told before and after, and do not overlap")
  func position() async throws {
    let host = try MediaHost()
    let journal = Journal()
    try await host.launch {
      let camera = CameraController()
      camera.onPositionChange(
        will: { journal.write("will \($0.rawValue)") }, did: { journal.write("did \($0.rawValue)") }
      )
      #expect(await !camera.cyclePosition())
      try await camera.start()
      let changes = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask { await host.launch { await camera.cyclePosition() } }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(changes >= 1)
      let lines = journal.entries
      #expect(lines.count == changes * 2)
      for (index, line) in lines.enumerated() {
        let position = (index / 2) % 2 == 0 ? "2" : "1"
        #expect(line == (index % 2 == 0 ? "will " : "did ") + position)
      }
      await camera.stop()
    }
  }

  @Test("a photo is the host's file; a library photo is added with its type")
  func capture() async throws {
    let host = try MediaHost()
    try await host.launch {
      let camera = CameraController(flash: .automatic)
      await #expect(throws: CameraControllerError.notRunning) { try await camera.capture() }
      try await camera.start()
      let photo = try await camera.capture()
      #expect(photo.file == Data("a photo".utf8))
      #expect(photo.uniformTypeIdentifier == "public.jpeg" && photo.width == 640)
      #expect(try await camera.captureToLibrary() == "asset-1-0")
      await camera.stop()
      await #expect(throws: CameraControllerError.notRunning) { try await camera.capture() }
    }
    let asked = try host.bodies(.photoCapture, as: PhotoCapture.self)
    #expect(asked.map(\.flashMode) == [.auto, .auto])
    let added = try host.bodies(.photosAdd, as: PhotosAdd.self)
    #expect(added.first?.assets.first?.resources.first?.uniformTypeIdentifier == "public.jpeg")
  }

  @Test("what the host refuses is the error")
  func failures() async throws {
    let host = try MediaHost()
    try await host.launch {
      let camera = CameraController()
      try await camera.start()
      host.refuse(.photosAdd, .denied)
      do throws(CameraControllerError) {
        try await camera.captureToLibrary()
        Issue.record("a refused photo was kept")
      } catch {
        guard case .library(let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reason.code == .accessUserDenied)
      }
      host.refuse(.photoCapture, .busy)
      do throws(CameraControllerError) {
        _ = try await camera.capture()
        Issue.record("a refused photo was taken")
      } catch {
        guard case .capture(let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reason.code == .deviceInUseByAnotherApplication)
      }
      await camera.stop()
    }
  }

  @Test("a fake picture needs no camera and no permission")
  func fakes() async throws {
    let host = try MediaHost(cameras: [])
    host.refuse(.cameraRequestAccess, .denied)
    try await host.launch {
      let file = Data([0xFF, 0xD8, 0xFF, 1, 2, 3])
      let still = CameraController(source: .image(file))
      await #expect(throws: CameraControllerError.notRunning) { try await still.capture() }
      try await still.start()
      #expect(still.isRunning)
      #expect(try await still.capture().file == file)
      #expect(try await still.capture().uniformTypeIdentifier == "public.jpeg")
      await still.stop()
      #expect(!still.isRunning)
      let color = CameraController(source: .color(red: 1, green: 0.5, blue: 0))
      try await color.start()
      let photo = try await color.capture()
      #expect(photo.uniformTypeIdentifier == "public.png" && photo.width == 64)
      #expect(try await !color.captureToLibrary().isEmpty)
      #expect(await !color.cyclePosition())
    }
    #expect(host.received(.cameraStart).isEmpty && host.received(.cameraRequestAccess).isEmpty)
  }

  @Test("a fake picture works in a process that lockhost did not start")
  func fakesWithoutHost() async throws {
    await #expect(processExitsWith: .success) {
      let color = CameraController(position: .front, source: .color(red: 0, green: 1, blue: 0))
      try await color.start()
      #expect(try await color.capture().uniformTypeIdentifier == "public.png")
      #expect(color.cycleFlashMode() == .on && color.flashMode == .on)
      #expect(await !color.cyclePosition() && color.position == .front)
      #expect(await !color.focusAndExpose(at: CGPoint(x: 0.5, y: 0.5)))
      await #expect(throws: CameraControllerError.library(PHPhotosError(.libraryVolumeOffline))) {
        try await color.captureToLibrary()
      }
      await color.stop()
      #expect(!color.isRunning)
    }
    // Control: the cameras need the host, and the process says so and ends.
    await #expect(processExitsWith: .exitCode(64)) { _ = CameraController() }
  }
}
