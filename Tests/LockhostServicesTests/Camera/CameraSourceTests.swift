// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import Testing

@Suite("Camera sources")
struct CameraSourceTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func code(_ text: String) -> ServiceError.Code? {
    do throws(ServiceError) {
      _ = try CameraSource(parsing: text)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("names, colours, files and folders are told apart")
  func parses() throws {
    let file = try scratch.write("x", to: "picture.jpg")
    #expect(try CameraSource(parsing: "pattern") == .pattern)
    #expect(try CameraSource(parsing: "color:#FF8000") == .color(red: 255, green: 128, blue: 0))
    #expect(try CameraSource(parsing: "color:#0a0B0c") == .color(red: 10, green: 11, blue: 12))
    #expect(try CameraSource(parsing: file) == .image(path: file))
    #expect(try CameraSource(parsing: scratch.path) == .folder(path: scratch.path))
  }

  @Test(
    "a source's description is read as the same source", arguments: ["pattern", "color:#01FE7A"])
  func roundTrip(_ text: String) throws {
    #expect(try CameraSource(parsing: text).description == text)
  }

  static let wrong: [(String, ServiceError.Code)] = [
    ("", .unknownCameraSource), ("patern", .unknownCameraSource), ("v4l2", .unknownCameraSource),
    ("a\0b.jpg", .unknownCameraSource), ("color:", .badColor), ("color:red", .badColor),
    ("color:#12345", .badColor), ("color:#1234567", .badColor), ("color:#12345G", .badColor),
    ("color:#+12345", .badColor), ("color:#١٢٣٤٥٦", .badColor),
    ("/missing/picture.jpg", .unreadable),
    ("picture.jpg", .unreadable),
  ]

  @Test("what is wrong has its own code", arguments: wrong)
  func refuses(_ text: String, _ expected: ServiceError.Code) {
    #expect(code(text) == expected)
  }

  @Test("a misspelt name says what was meant")
  func hint() {
    do throws(ServiceError) {
      _ = try CameraSource(parsing: "patern")
      Issue.record("it was taken")
    } catch {
      #expect(error.description.contains("did you mean pattern?"))
      #expect(error.description.hasPrefix("LH4009: "))
    }
  }

  @Test("an empty folder, and one with a bad file in it, are refused when they are opened")
  func folders() throws {
    func opening(_ path: String) -> ServiceError? {
      do throws(ServiceError) {
        _ = try CameraScene(.folder(path: path))
        return nil
      } catch {
        return error
      }
    }
    #expect(opening(scratch.path)?.code == .emptyFolder)
    try scratch.write("notes", to: "notes.txt")
    try scratch.write("hidden", to: ".hidden.jpg")
    #expect(opening(scratch.path)?.code == .emptyFolder)
    let bad = try scratch.write("not a picture", to: "b.JPG")
    #expect(opening(scratch.path)?.code == .notAnImage)
    #expect(opening(scratch.path)?.subject == bad)
    #expect(opening(scratch.path("missing"))?.code == .unreadable)
  }
}

@Suite("The test pattern")
struct TestPatternTests {
  /// Reads the number out of the strip of cells.
  static func number(in pixels: [UInt32], _ pattern: TestPattern) -> UInt32 {
    (0..<TestPattern.bits).reduce(0) { number, bit in
      let row = pattern.stripTop + pattern.cell / 2
      let column = bit * pattern.cell + pattern.cell / 2
      return number << 1 | (pixels[row * pattern.width + column] & 0xFF > 127 ? 1 : 0)
    }
  }

  @Test(
    "the frame's number can be read from the pixels", arguments: [0, 1, 255, 4_000_000_001],
    [(1920, 1080), (640, 480), (1080, 1920), (4032, 3024)])
  func number(_ frame: UInt64, _ size: (Int, Int)) {
    let pattern = TestPattern(width: size.0, height: size.1)
    #expect(Self.number(in: pattern.image(frame: frame).pixels, pattern) == UInt32(frame))
  }

  @Test("a frame is the same each time and differs from the next")
  func deterministic() {
    let pattern = TestPattern(width: 320, height: 240)
    #expect(pattern.image(frame: 5) == pattern.image(frame: 5))
    #expect(pattern.image(frame: 5) != pattern.image(frame: 6))
  }

  @Test("sizes too small for the number still give a picture", arguments: [1, 7, 16, 33])
  func small(_ side: Int) {
    let image = TestPattern(width: side, height: side).image(frame: .max)
    #expect(image.pixels.allSatisfy { $0 >= 0xFF00_0000 })
  }
}
