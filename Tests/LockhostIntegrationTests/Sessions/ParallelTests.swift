// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostTesting
import Testing

/// Several sessions at once.
@Suite(
  "Ten launches at once", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct ParallelTests {
  @Test("each with a device of its own, each with its own photo")
  func ownDevices() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<10 {
        group.addTask {
          let colour = "color:#\(number)0\(9 - number)0\(number)\(number)"
          let result = try await Phone().launch(
            Fixtures.app("CameraSample"),
            "wait ready; press camera-control; wait photo; dismiss", flags: ["--camera", colour])
          #expect(result.run.status == 0, "\(result.transcript)")
          #expect(try result.record().photos.count == 1)
          await result.expectNothingLeft()
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("with one state folder, ten devices and one library each")
  func oneFolder() async throws {
    let phone = try Phone()
    let identifiers = try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<10 {
        group.addTask {
          let result = try await phone.launch(
            Fixtures.app("CameraSample"),
            "wait ready; press camera-control; wait photo; dismiss",
            flags: ["--device", "phone-\(number)"])
          #expect(result.run.status == 0, "\(result.transcript)")
          return try result.record().photos.map(\.identifier)
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(identifiers.count == 10)
  }
}
