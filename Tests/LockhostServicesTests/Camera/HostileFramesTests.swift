// SPDX-License-Identifier: MIT

import Glibc
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

/// What a guest can do with the frames' memory, and whom it harms.
@Suite("Frames and a hostile guest")
struct HostileFramesTests {
  private struct Guest {
    let link = RecordingLink()
    let camera: CameraHandler

    init(_ source: CameraSource = .pattern) throws {
      camera = CameraHandler(
        scene: try CameraScene(source), permissions: .all(.authorized), link: link)
    }

    func start(width: Int = 64) async throws -> MemoryFile {
      let answer = try await camera.ask(
        .cameraStart,
        CameraStart(
          device: CameraDevice.back.uniqueID, outputs: [.video], width: width, height: 48,
          frameRate: 60, pixelFormat: "BGRA", deliversFrames: true))
      return MemoryFile(adopting: try #require(answer.descriptors.first))
    }

    /// Gives back every slot it was lent until so many more frames are there.
    func reads(_ count: Int) async -> Bool {
      let before = link.frames.count
      return await Waiting.until(within: .seconds(20)) {
        for frame in link.frames.suffix(6) { camera.service.release(slot: Int(frame.slot)) }
        return link.frames.count >= before + count
      }
    }
  }

  @Test("memory that is mapped before and after a stop shows old frames and no new ones")
  func mappedAfterStop() async throws {
    let guest = try Guest()
    defer { guest.camera.end() }
    let old = try await guest.start()
    #expect(await guest.reads(2))
    let before = try old.map(writable: false)
    _ = try await guest.camera.ask(.cameraStop, EmptyBody())
    // The host has let go of it; what the guest holds is the guest's, and still only for reading.
    let after = try old.map(writable: false)
    #expect(throws: SystemError.self) { try old.map(writable: true) }
    let snapshot = content(after)
    let new = try await guest.start()
    #expect(await guest.reads(8))
    #expect(content(before) == snapshot)
    // A new stream has memory of its own.
    let other = try new.map(writable: false)
    #expect(other.count == after.count)
    #expect(content(other) != snapshot)
  }

  private func content(_ memory: MappedMemory) -> [UInt8] {
    withExtendedLifetime(memory) { unsafe Array(memory.bytes) }
  }

  @Test("a guest that keeps its slots, returns others' and floods delays nobody")
  func selfish() async throws {
    let guest = try Guest()
    defer { guest.camera.end() }
    let neighbour = try Guest()
    defer { neighbour.camera.end() }
    _ = try await guest.start()
    _ = try await neighbour.start()
    for _ in 0..<50 {
      for slot in [-1, 6, 1_000_000, Int(UInt32.max)] { guest.camera.service.release(slot: slot) }
      guest.camera.service.set(
        CameraControls(zoom: CameraZoom(.random(in: 1...10))), of: .back)
    }
    #expect(await neighbour.reads(60))
    #expect(guest.link.frames.count <= FrameSlots.count)
    // What the one sets is not what the other sees.
    #expect(neighbour.camera.service.controls(of: .back) == CameraControls())
  }

  @Test(
    "settings that are no numbers, or none of a camera's, change nothing",
    arguments: [
      #"{"device":"lockhost.camera.back","controls":{"zoom":{"start":1,"target":1e9,"rate":0,"#
        + #""sinceNanoseconds":0},"exposureBias":0,"torchLevel":0}}"#,
      #"{"device":"lockhost.camera.back","controls":{"zoom":{"start":-1,"target":2,"rate":0,"#
        + #""sinceNanoseconds":0},"exposureBias":0,"torchLevel":0}}"#,
      #"{"device":"lockhost.camera.back","controls":{"zoom":{"start":1,"target":2,"rate":-1,"#
        + #""sinceNanoseconds":0},"exposureBias":0,"torchLevel":0}}"#,
      #"{"device":"lockhost.camera.back","controls":{"zoom":{"start":1,"target":2,"rate":0,"#
        + #""sinceNanoseconds":0},"exposureBias":99,"torchLevel":0}}"#,
      #"{"device":"webcam","controls":{"zoom":{"start":1,"target":2,"rate":0,"#
        + #""sinceNanoseconds":0},"exposureBias":0,"torchLevel":0}}"#,
      "{}", "", "null",
    ])
  func settings(_ body: String) throws {
    let guest = try Guest()
    guest.camera.handleEvent(ServiceRequest(route: .cameraControls, body: Array(body.utf8)))
    #expect(guest.camera.service.controls(of: .back) == CameraControls())
    for moment in [UInt64.min, 1, .max] {
      let zoom = CameraZoom(start: 1, target: 1000, rate: 1000, sinceNanoseconds: moment)
      #expect((1...1000).contains(zoom.factor(atNanoseconds: .max)))
    }
  }
}
