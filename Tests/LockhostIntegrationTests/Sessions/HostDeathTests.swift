// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting
import Testing

/// A host that is killed, at any moment.
@Suite(
  "A killed host", .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct HostDeathTests {
  @Test(
    "leaves no process, wherever its session was", arguments: [2, 7, 15, 28, 45, 70, 110, 250])
  func anyMoment(milliseconds: Int) async throws {
    let phone = try Phone()
    let program = try phone.start([
      "launch", try Fixtures.app("CameraSample"), "--locked", "--do", "wait ready; sleep 60s",
    ])
    let watch = DescendantWatch(of: program.identifier, every: .milliseconds(1))
    try await Task.sleep(for: .milliseconds(milliseconds))
    try program.signal(SIGKILL)
    _ = await program.finish()
    watch.stop()
    let isGone = await Waiting.until(within: .seconds(1)) { watch.survivors.isEmpty }
    #expect(isGone, "left after \(milliseconds) ms: \(watch.survivors)")
  }

  @Test("loses nothing that the guest had finished writing: the next start hands it over")
  func handsOverLater() async throws {
    let phone = try Phone()
    let app = try Fixtures.app("CameraSample")
    let program = try phone.start([
      "launch", app, "--locked", "--do",
      "wait ready; press camera-control; wait photo; sleep 60s",
    ])
    let watch = DescendantWatch(of: program.identifier)
    let isSaved = await Waiting.until(within: .seconds(30)) {
      program.errors.contains("Saved IMG_0001.jpg") || program.output.contains("Saved IMG_0001.jpg")
    }
    #expect(isSaved, "\(program.output)\(program.errors)")
    try program.signal(SIGKILL)
    _ = await program.finish()
    watch.stop()
    #expect(await Waiting.until(within: .seconds(1)) { watch.survivors.isEmpty })

    let next = try await phone.launch(app, "sleep 1s; dismiss", lock: "--unlocked")
    #expect(
      (next.run.output + next.run.errors).contains("imported: IMG_0001.jpg"), "\(next.transcript)")
    let listed = try await phone.run("sessions", "list")
    #expect(listed.output.contains("interrupted"), "\(listed.output)")
  }
}
