// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import LockhostWire
import Testing

@testable import LockhostServices

@Suite("Still pictures, laid out once for all guests that want them so")
struct FrameLayoutTests {
  let scratch: ScratchFolder
  let scene: CameraScene

  init() throws {
    scratch = try ScratchFolder()
    let pattern = TestPattern(width: 320, height: 240).image(frame: 7)
    let path = scratch.path("picture.jpg")
    try write(try JPEGEncoder.encode(pattern, exif: []), to: path)
    scene = try CameraScene(.image(path: path))
  }

  private func layout(
    _ format: FramePixelFormat = .bgra, angle: Int = 0, mirrored: Bool? = nil, rate: Double = 30,
    view: CameraView = .plain
  ) throws -> FrameLayout {
    let request = try #require(
      CameraRequest(
        device: .back, outputs: [.video], width: 160, height: 120, frameRate: rate,
        deliversFrames: true, pixelFormat: format, rotationAngle: angle, mirrored: mirrored))
    guard case .still(let layout) = scene.painter(for: request, view: view).content else {
      throw WrongContent()
    }
    return layout
  }

  private struct WrongContent: Error {}

  @Test("who wants the same gets the same memory, whatever the rate")
  func same() throws {
    let first = try layout(rate: 30)
    #expect(try layout(rate: 60) === first)
    // The back camera does not mirror by itself.
    #expect(try layout(mirrored: false) === first)
  }

  @Test("another format, turn, mirror, zoom or light is another layout")
  func different() throws {
    let first = try layout()
    let others = [
      try layout(.videoRange), try layout(.fullRange), try layout(angle: 90),
      try layout(mirrored: true), try layout(view: CameraView(zoom: 2, stops: 0)),
      try layout(view: CameraView(zoom: 1, stops: 1)),
    ]
    for (index, other) in others.enumerated() {
      #expect(other !== first && other.bytes != first.bytes, "\(index)")
    }
    #expect(try layout() === first)
  }

  @Test("a layout that nobody shows is gone")
  func gone() throws {
    weak var kept: FrameLayout?
    do {
      let layout = try layout()
      kept = layout
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test("a folder's next picture is laid out anew")
  func next() throws {
    let folder = scratch.path("folder")
    for (name, color) in [("a.jpg", UInt32(0xFFFF_0000)), ("b.jpg", 0xFF00_00FF)] {
      let image = BGRAImage(width: 64, height: 48, pixels: [UInt32](repeating: color, count: 3072))
      try scratch.write("", to: "folder/\(name)")
      try write(try JPEGEncoder.encode(image, exif: []), to: "\(folder)/\(name)")
    }
    let scene = try CameraScene(.folder(path: folder))
    let request = try #require(
      CameraRequest(
        device: .back, outputs: [.video], width: 64, height: 48, frameRate: 30,
        deliversFrames: true))
    let first = scene.painter(for: request, view: .plain)
    scene.advance()
    let second = scene.painter(for: request, view: .plain)
    guard case .still(let old) = first.content, case .still(let new) = second.content else {
      throw WrongContent()
    }
    #expect(old !== new && old.bytes != new.bytes && first.generation != second.generation)
  }
}
