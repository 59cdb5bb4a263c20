// SPDX-License-Identifier: MIT

import LockhostTesting
import LockhostWire
import Testing

@Suite("Hostile bytes")
struct DecoderFuzzTests {
  private static let bodies: [any WireBody.Type] = [
    Hello.self, LaunchContext.self, SceneUpdate.self, CameraStart.self, PhotoCapture.self,
    PhotosAdd.self, PhotosFetch.self, PhotosRead.self, CameraControlsUpdate.self, MovieStart.self,
    CaptureControlsRegister.self,
    ActivityBody.self, ContextSet.self, WireFailure.self, CameraFrame.self,
    PhotoProgress.self, CaptureEvent.self, EmptyBody.self, SessionContentChange.self,
  ]

  /// Reads bytes as everything they might be.
  ///
  /// Only `WireError` can come out; a trap ends the process.
  private func readAsAnything(_ packet: [UInt8], _ generator: inout SeededGenerator) -> Int {
    var accepted = 0
    do throws(WireError) {
      let message = try Message(
        packet: packet, descriptorCount: Int.random(in: 0...5, using: &generator))
      _ = message.header.route?.layout
      accepted += 1
    } catch {
      #expect(!error.description.isEmpty)
    }
    let body = Array(packet.dropFirst(WireLimits.headerBytes))
    for type in Self.bodies {
      do throws(WireError) {
        _ = try type.init(body: body)
        accepted += 1
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    return accepted
  }

  @Test("random bytes are refused or read, never trapped on")
  func random() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0...200, using: &generator)
      let packet = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      _ = readAsAnything(packet, &generator)
    }
  }

  @Test("good messages with a few bytes changed are refused or read, never trapped on")
  func mutated() throws {
    var generator = SeededGenerator(seed: 2)
    let originals = try GoldenMessages.all.map { try $0.make().encoded }
    let favourites: [UInt8] = Array("{}[]\",:\\u0019eE+-.ntf".utf8) + [0, 0x7F, 0x80, 0xFF]
    var accepted = 0
    for round in 0..<6_000 {
      var packet = originals[round % originals.count]
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<packet.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: packet[place] = favourites.randomElement(using: &generator) ?? 0
        case 1: packet[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 2: packet.insert(favourites.randomElement(using: &generator) ?? 0, at: place)
        default: packet.removeSubrange(place...)
        }
        if packet.isEmpty { packet = [0] }
      }
      accepted += readAsAnything(packet, &generator)
    }
    // The fuzzer is worth something only when a part of its input gets through.
    #expect(accepted > 500)
  }

  @Test("structures made of JSON's own bytes are refused or read, never trapped on")
  func structures() {
    var generator = SeededGenerator(seed: 3)
    let alphabet = Array(#"{}[]",:\/bfnrtu0123456789.eE+-aé "#.utf8)
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...60, using: &generator)
      let body = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      _ = readAsAnything([UInt8](repeating: 0, count: 16) + body, &generator)
    }
  }
}
