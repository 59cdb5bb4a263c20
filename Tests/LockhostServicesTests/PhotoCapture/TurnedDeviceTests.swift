// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite(
  "A device that is held turned",
  .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct TurnedDeviceTests {
  let scratch: ScratchFolder
  let link = RecordingLink()

  init() throws { scratch = try ScratchFolder() }

  /// A camera before a picture, and the picture's path.
  private func camera(
    _ position: CameraPosition, outputs: [CameraStart.Output], angle: Int = 0
  ) async throws -> (CameraHandler, CameraDevice, String) {
    let source = scratch.path("source.png")
    if !FileManager.default.fileExists(atPath: source) {
      try await ImageTools.makePicture(source, size: "160x120")
    }
    var device: CameraDevice = position == .back ? .back : .front
    device.sensorAngle = 90
    let camera = CameraHandler(
      scene: try CameraScene(.image(path: source)), devices: [device],
      permissions: .all(.authorized), link: link)
    let start = CameraStart(
      device: device.uniqueID, outputs: outputs, width: 64, height: 48, frameRate: 60,
      pixelFormat: "BGRA", deliversFrames: outputs.contains(.video), rotationAngle: angle,
      mirrored: false)
    #expect(try await camera.ask(.cameraStart, start).failureCode == nil)
    return (camera, device, source)
  }

  @Test(
    "a photo that is turned by the level angle stands upright, however the device is held",
    arguments: [CameraPosition.back, .front], [0, 90, 180, 270])
  func photo(_ position: CameraPosition, _ degrees: Int) async throws {
    let (camera, device, source) = try await camera(position, outputs: [.photo])
    defer { camera.end() }
    let turn = DeviceTurn(degrees: degrees)
    camera.service.hold(turn)
    #expect(link.posts(.deviceTurned).compactMap { try? DeviceTurn(body: $0) } == [turn])
    let level = turn.levelAngle(sensorAngle: device.sensorAngle, position: position)
    let shutter = PhotoCaptureHandler(camera: camera.service, link: link)
    let answer = try await shutter.ask(
      .photoCapture,
      PhotoCapture(
        uniqueID: 1, codec: "jpeg", flashMode: .off, rotationAngle: level, mirrored: false))
    let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
    let file = scratch.path("photo.jpg")
    try Data(try memory.read(maximumBytes: 64 << 20)).write(to: URL(fileURLWithPath: file))
    let difference = try await ImageTools.run(
      "convert", "(", file, "-auto-orient", "-strip", "+repage", ")", source, "-compose",
      "difference", "-composite", "-format", "%w %h %[fx:mean*255]", "info:")
    let numbers = difference.split(separator: " ").compactMap { Double($0) }
    #expect(numbers.count == 3 && Array(numbers.prefix(2)) == [160, 120], "\(difference)")
    #expect(numbers.last.map { $0 < 4 } == true, "\(difference)")
  }

  @Test("frames show the turn at once, and are level again by the other angle")
  func frames() async throws {
    /// The pixels of the newest frame of a camera that is held so.
    func pixels(_ degrees: Int, angle: Int) async throws -> [UInt8] {
      let (camera, _, _) = try await camera(.back, outputs: [.video], angle: angle)
      defer { camera.end() }
      camera.service.hold(DeviceTurn(degrees: degrees))
      let answer = try await camera.ask(
        .cameraStart,
        CameraStart(
          device: CameraDevice.back.uniqueID, outputs: [.video], width: 64, height: 48,
          frameRate: 60, pixelFormat: "BGRA", deliversFrames: true, rotationAngle: angle,
          mirrored: false))
      let memory = try MemoryFile(adopting: try #require(answer.descriptors.first)).map(
        writable: false)
      let before = link.frames.count
      let haveCome = await Waiting.until(within: .seconds(10)) { [link] in
        for slot in 0..<FrameSlots.count { camera.service.release(slot: slot) }
        return link.frames.count > before + 2
      }
      #expect(haveCome)
      camera.end()
      await withCheckedContinuation { done in camera.service.stop { done.resume() } }
      let frame = try #require(link.frames.last)
      let start = Int(frame.slot) * (memory.count / FrameSlots.count)
      return unsafe Array(memory.bytes[start..<(start + 64 * 48 * 4)])
    }
    let upright = try await pixels(0, angle: 90)
    let turned = try await pixels(180, angle: 90)
    let level = try await pixels(180, angle: 270)
    #expect(turned != upright)
    let differing = zip(level, upright).count { $0 != $1 }
    #expect(differing == 0, "\(differing) of \(upright.count) bytes")
  }
}
