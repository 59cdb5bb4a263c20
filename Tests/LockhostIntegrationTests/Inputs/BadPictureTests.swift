// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Camera sources that are none: each with its own code, message and fix, and before any launch.
@Suite(
  "Bad pictures", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct BadPictureTests {
  @Test("have a code of their own, and a fix")
  func codes() async throws {
    let phone = try Phone()
    let good = try Data(contentsOf: URL(fileURLWithPath: Picture.hillside))
    let text = try phone.scratch.write("not a picture\n", to: "text.jpg")
    let truncated = phone.scratch.path("truncated.jpg")
    try good.prefix(good.count / 2).write(to: URL(fileURLWithPath: truncated))
    let huge = phone.scratch.path("huge.jpg")
    try Self.resized(good, to: 60_000).write(to: URL(fileURLWithPath: huge))
    let empty = phone.scratch.path("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: false)

    var codes: [String: [String]] = [:]
    for source in [text, truncated, huge, empty, phone.scratch.path("absent.jpg")] {
      let run = try await phone.run(
        "launch", Fixtures.app("CameraSample"), "--locked", "--camera", source, "--do",
        "wait ready; dismiss", within: .seconds(30))
      #expect(run.status == 65, "\(source): \(run.end)\n\(run.errors)")
      let code = try #require(FailureText.code(in: run.errors), "\(source): \(run.errors)")
      #expect(run.errors.contains("help:"), "\(source): \(run.errors)")
      codes[code, default: []].append(source)
      let article = try await phone.run("explain", code)
      #expect(article.status == 0, "\(code) has no article")
    }
    for (code, names) in codes { #expect(names.count == 1, "\(code) is said of \(names)") }
  }

  @Test("a picture that only its decoder finds damaged ends a launch before anybody sees it")
  func damaged() async throws {
    let phone = try Phone()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Picture.hillside)))
    // In the middle of the scan: every marker is where it was.
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<(middle + 64), with: [UInt8](repeating: 0x55, count: 64))
    let damaged = phone.scratch.path("damaged.jpg")
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    let program = try phone.start([
      "launch", try Fixtures.app("CameraSample"), "--locked", "--camera", damaged, "--do",
      "wait ready; dismiss",
    ])
    let watch = DescendantWatch(of: program.identifier)
    let run = await program.finish(within: .seconds(60))
    watch.stop()
    #expect(run.status == 65, "\(run.end)\n\(run.errors)")
    let code = try #require(FailureText.code(in: run.errors), "\(run.errors)")
    #expect(["LH4002", "LH4008"].contains(code))
    #expect(!run.output.contains("on the screen"), "\(run.output)")
    #expect(await Waiting.until(within: .seconds(5)) { watch.survivors.isEmpty })
    // It was on its way while the picture was decoded, and that is written down.
    let folder = "\(phone.visibleState)/devices/default/sessions"
    let sessions = try FileManager.default.contentsOfDirectory(atPath: folder)
    let data = try Data(
      contentsOf: URL(fileURLWithPath: "\(folder)/\(try #require(sessions.first))/record.json"))
    let record = try JSONDecoder().decode(ExitRecord.self, from: data)
    #expect(record.reason == .hostError && record.code == code)
    #expect(record.timeline.presented == nil && record.timeline.dead != nil)
    #expect(record.container.wiped)
  }

  /// The same file with another size in its frame header.
  private static func resized(_ jpeg: Data, to side: Int) throws -> Data {
    var bytes = [UInt8](jpeg)
    var position = 2
    while position + 9 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if (0xC0...0xC2).contains(marker) {
        for offset in [5, 7] {
          bytes[position + offset] = UInt8(side >> 8)
          bytes[position + offset + 1] = UInt8(side & 0xFF)
        }
        return Data(bytes)
      }
      position += 2 + Int(bytes[position + 2]) << 8 + Int(bytes[position + 3])
    }
    throw MissingFixture(path: "a frame header")
  }
}
