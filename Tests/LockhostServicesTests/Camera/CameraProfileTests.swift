// SPDX-License-Identifier: MIT

import Foundation
import LockhostServices
import LockhostTesting
import LockhostWire
import Testing

@Suite("The device's camera profile")
struct CameraProfileTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func load(_ text: String) throws(ServiceError) -> CameraProfile {
    try CameraProfile(json: Array(text.utf8), name: "cameras.json")
  }

  private func edited(_ key: String, _ value: String) throws -> String {
    // One line per field: what a person would edit.
    let lines = CameraProfile.standard.json.split(separator: "\n", omittingEmptySubsequences: false)
    let index = try #require(lines.firstIndex { $0.contains("\"\(key)\" :") })
    var changed = lines.map(String.init)
    let comma = changed[index].hasSuffix(",") ? "," : ""
    changed[index] = "\"\(key)\" : \(value)\(comma)"
    return changed.joined(separator: "\n")
  }

  @Test("a device without a file has the usual two cameras")
  func standard() throws {
    let profile = try CameraProfile.load(folder: scratch.path)
    #expect(profile == .standard)
    #expect(profile.cameras.map(\.position) == [.back, .front])
  }

  @Test("what is written for people to edit is read back")
  func roundTrip() throws {
    #expect(try load(CameraProfile.standard.json) == .standard)
    try write(Array(CameraProfile.standard.json.utf8), to: scratch.path("cameras.json"))
    #expect(try CameraProfile.load(folder: scratch.path) == .standard)
  }

  @Test("the page about cameras shows exactly that")
  func documented() throws {
    let page = try SourceTree.text("Docs/Cameras.md")
    let blocks = page.components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.contains(CameraProfile.standard.json))
  }

  @Test("an edited camera is what guests are told of")
  func edited() throws {
    var profile = try load(try edited("maximumZoom", "3"))
    #expect(profile.cameras[0].description.maxZoom == 3)
    profile = try load(try edited("sensorAngle", "90"))
    #expect(profile.cameras[0].description.sensorAngle == 90)
    profile = try load(try edited("hasFlash", "true"))
    #expect(profile.cameras[0].description.hasFlash)
  }

  @Test(
    "a bad profile is refused, and says where",
    arguments: [
      ("sensorAngle", "45", "sensorAngle"), ("maximumZoom", "0.5", "maximumZoom"),
      ("maximumZoom", "\"far\"", "maximumZoom"), ("minimumExposureBias", "3", "ExposureBias"),
      ("sensorWidth", "1000000", "sensorWidth"), ("sensorHeight", "-1", "sensorHeight"),
      ("width", "99999", "formats[0]"), ("maximumRate", "0", "formats[0]"),
      ("position", "\"above\"", "position"), ("shutterDenominator", "0", "exposure"),
      ("uniqueID", "\"\"", "uniqueID"), ("fieldOfView", "400", "fieldOfView"),
    ])
  func bad(_ key: String, _ value: String, _ named: String) throws {
    let text = try edited(key, value)
    let error = #expect(throws: ServiceError.self) { try load(text) }
    #expect(error?.code == .badCameraProfile)
    #expect(error?.detail.contains(named) == true, "\(error?.detail ?? "")")
  }

  @Test(
    "what is no profile is refused",
    arguments: ["", "{", "[]", "{\"version\":1}", "{\"version\":2,\"cameras\":[]}", "{}"])
  func noProfile(_ text: String) {
    #expect(throws: ServiceError.self) { try load(text) }
  }

  @Test("two cameras of one name, none, and too many are refused")
  func counts() {
    for cameras in [
      [CameraDevice.back, .back], [], Array(repeating: CameraDevice.back, count: 9),
    ] {
      #expect(throws: ServiceError.self) { try load(CameraProfile(cameras: cameras).json) }
    }
  }
}
