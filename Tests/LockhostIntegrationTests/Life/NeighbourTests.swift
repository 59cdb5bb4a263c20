// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// Extensions of different apps that run at the same time, on one device.
@Suite(
  "Neighbours", .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct NeighbourTests {
  private static let count = 10

  /// An app of its own, by its identifiers.
  private func app(_ number: Int, in scratch: ScratchFolder) async throws -> String {
    let folder = try ScratchFolder()
    let made = try MisbehavingApp.bundle("looks-around", in: folder)
    let app = scratch.path("Neighbour\(number).app")
    try await ProgramCopy.make(of: made, at: app)
    // Its control would have to be renamed as well, and has no part in this.
    try FileManager.default.removeItem(atPath: "\(app)/PlugIns")
    for list in ["Info.plist", "Extensions/MisbehavingCapture.appex/Info.plist"] {
      let path = "\(app)/\(list)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let own = text.replacingOccurrences(
        of: "<string>org.lockhost.Misbehaving", with: "<string>org.lockhost.Neighbour\(number)")
      #expect(own != text)
      try FileManager.default.removeItem(atPath: path)
      try own.write(toFile: path, atomically: true, encoding: .utf8)
    }
    try "neighbour \(number)".write(
      toFile: "\(app)/Extensions/MisbehavingCapture.appex/whose", atomically: true, encoding: .utf8)
    return app
  }

  @Test("ten see nothing of each other")
  func ten() async throws {
    let phone = try Phone()
    var apps: [String] = []
    for number in 0..<Self.count { apps.append(try await app(number, in: phone.scratch)) }
    let results = try await withThrowingTaskGroup(of: LaunchResult.self) { group in
      for app in apps {
        group.addTask {
          // All are on the screen together for a while before and after they look.
          try await phone.launch(
            app, "wait ready; sleep 3s; press camera-control; sleep 3s; dismiss",
            within: .seconds(120))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    var applications: Set<String> = []
    let records = try results.map { try $0.record() }
    for (result, record) in zip(results, records) {
      let printed = result.run.output + result.run.errors
      #expect(record.reason == .dismissed, "\(result.transcript)")
      #expect(printed.contains("looked around"), "\(result.transcript)")
      #expect(printed.contains("others: []"), "\(result.transcript)")
      // Nothing but its own, before it left its marks.
      #expect(printed.contains("in /session: \n"), "\(result.transcript)")
      #expect(printed.contains("in /container: tmp\n"), "\(result.transcript)")
      #expect(!printed.contains("in /proc: 1"), "\(result.transcript)")
      #expect(record.sessionContent.files == 1)
      applications.insert(try #require(record.application))
      await result.expectNothingLeft()
    }
    #expect(applications.count == Self.count)
    // Each app has its own extension's mark, and no other.
    for record in records {
      let path = try #require(record.sessionContent.path)
      #expect(path.contains("/containers/\(try #require(record.application))/"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["mark"])
    }
  }
}
