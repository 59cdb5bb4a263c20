// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import Synchronization
import Testing

@testable import Lockhost

@Suite("The pictures that a host's sessions show")
struct OpenScenesTests {
  /// Decodes as the library does, counts how often, and can be told to wait.
  private final class CountingDecoder: PixelDecoder {
    let count = Mutex(0)
    let gate = Mutex<DispatchSemaphore?>(nil)

    func decode(
      _ bytes: [UInt8], _ header: ImageHeader, name: String
    ) throws(ServiceError) -> BGRAImage {
      count.withLock { $0 += 1 }
      gate.withLock { $0 }?.wait()
      return try LibraryDecoder().decode(bytes, header, name: name)
    }

    func rest() {}
  }

  private let scratch: ScratchFolder
  private let counting = CountingDecoder()
  private var decoder: ImageDecoder { ImageDecoder(pixels: counting) }

  init() throws { scratch = try ScratchFolder() }

  private func picture(_ name: String, age: TimeInterval = 60) throws -> String {
    let path = scratch.path(name)
    let image = BGRAImage(
      width: 64, height: 48, pixels: [UInt32](repeating: 0xFF12_3456, count: 3072))
    try Data(try JPEGEncoder.encode(image, exif: [])).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A picture of the source tree, which nobody has changed just now.
  private var settled: CameraSource {
    get throws { .image(path: SourceTree.path("Examples/Pictures/hillside.jpg")) }
  }

  @Test("one file is decoded once for all who show it, and again when nobody does any more")
  func shared() async throws {
    let scenes = OpenScenes()
    weak var shown: CameraScene?
    do {
      let first = try scenes.scene(try settled, decoder: decoder)
      let second = try scenes.scene(try settled, decoder: decoder)
      #expect(first === second)
      shown = first
      try await first.opened()
      #expect(counting.count.withLock { $0 } == 1)
    }
    // Whoever decoded it holds it a moment longer than it took.
    for _ in 0..<1000 where shown != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(shown == nil)
    let third = try scenes.scene(try settled, decoder: decoder)
    try await third.opened()
    #expect(counting.count.withLock { $0 } == 2)
  }

  @Test("a file that was written just now, a folder, and what is made up are each session's own")
  func own() async throws {
    let scenes = OpenScenes()
    let path = try picture("new.jpg")
    for source in [CameraSource.image(path: path), .folder(path: scratch.path), .pattern] {
      let first = try scenes.scene(source, decoder: decoder)
      let second = try scenes.scene(source, decoder: decoder)
      #expect(first !== second, "\(source)")
      try await first.opened()
      try await second.opened()
    }
  }

  @Test("what a header says is wrong is told at once, and the rest when it is known")
  func failures() async throws {
    let scenes = OpenScenes()
    let text = try scratch.write("no picture", to: "text.jpg")
    #expect(throws: ServiceError.self) {
      try scenes.scene(.image(path: text), decoder: decoder)
    }
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try picture("damaged.jpg"))))
    bytes.removeSubrange((bytes.count - 40)..<(bytes.count - 2))
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.path("damaged.jpg")))
    let scene = try scenes.scene(.image(path: scratch.path("damaged.jpg")), decoder: decoder)
    do throws(ServiceError) {
      try await scene.opened()
      Issue.record("it was decoded")
    } catch {
      #expect([.truncatedImage, .corruptImage].contains(error.code), "\(error)")
    }
  }

  @Test("who wants the picture before it is there waits for it")
  func waits() async throws {
    let gate = DispatchSemaphore(value: 0)
    counting.gate.withLock { $0 = gate }
    let scene = try OpenScenes().scene(try settled, decoder: decoder)
    let isOpen = Mutex(false)
    scene.whenOpened { _ in isOpen.withLock { $0 = true } }
    #expect(!isOpen.withLock { $0 })
    gate.signal()
    try await scene.opened()
    #expect(isOpen.withLock { $0 })
  }
}
