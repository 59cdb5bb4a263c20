// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostPolicy
import LockhostSystem
import LockhostTesting
import Testing

/// The ladder of tiers, climbed down by the built program: `full`, `no-userns`, `floor`, nothing.
@Suite("On a machine that refuses a tier", .timeLimit(.minutes(10)))
struct TierFallbackTests {
  private static let isRoot = geteuid() == 0

  @Test("a program runs in the next one, which is a warning and stands in the record")
  func exec() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let run = try await floor.run("exec", "--json", "--", "/bin/echo", "hello")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first == "hello")
    #expect(run.output.contains("\"tier\":\"floor\""))
    #expect(run.errors.contains("the sandbox is in tier floor"))

    // Without the ids root has those of the machine; an ordinary user has none to give.
    let next = try await RefusingMachine(.identityMap)
    let second = try await next.run("exec", "--json", "--", "/bin/echo", "hello")
    let tier = Self.isRoot ? "no-userns" : "floor"
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.output.contains("\"tier\":\"\(tier)\""))
    #expect(second.errors.contains("the sandbox is in tier \(tier)"))
  }

  @Test("a demanded tier is that one or none")
  func demanded() async throws {
    let floor = try await RefusingMachine(.namespaces)
    for tier in ["full", "no-userns"] {
      let run = try await floor.run("exec", "--tier", tier, "--", "/bin/echo", "hello")
      #expect(run.status == 69, "\(tier): \(run.errors)")
      #expect(run.errors.contains("LH3001") && run.output.isEmpty)
    }
    let run = try await floor.run("exec", "--tier", "floor", "--", "/bin/echo", "hello")
    #expect(run.status == 0 && run.output == "hello\n", "\(run.errors)")
  }

  @Test("a policy that needs processes is an error there, and not a weaker policy")
  func processes() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let run = try await floor.run(
      "exec", "--policy", "program", "--", "/bin/sh", "-c", "echo hello")
    #expect(run.status == 69 && run.output.isEmpty)
    #expect(run.errors.contains("LH3020") && run.errors.contains("allow processes"))
  }

  @Test("below the last one nothing runs, and the step that was refused is named")
  func nothing() async throws {
    let machine = try await RefusingMachine(.namespaces, .landlock)
    let run = try await machine.run("exec", "--", "/bin/echo", "hello")
    #expect(run.status == 125, "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("LH3002"), "\(run.errors)")
  }

  @Test("python and sqlite run on the floor, in their own folder")
  func programs() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let first = try await floor.run(
      "exec", "-q", "--", "/usr/bin/sqlite3", "new.db",
      "create table t(n); insert into t values(42); "
        + "select n from t")
    #expect(first.output == "42\n", "\(first.errors)")
    let second = try await floor.run(
      "exec", "-q", "--read", "/usr/lib", "--", "/usr/bin/python3", "-c",
      """
      import os
      open("file", "w").write("text")
      print(os.getcwd() == os.environ["HOME"], sorted(os.listdir(".")))
      """)
    #expect(second.output == "True ['file', 'tmp']\n", "\(second.errors)")
  }

  @Test(
    "a capture extension takes its photo on the floor, and leaves what it should",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
  func launch() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let app = try await floor.install("CameraSample")
    let record = floor.scratch.path("record.json")
    let run = try await floor.run(
      "launch", app, "--locked", "--do",
      "wait ready; press camera-control; wait photo; dismiss", "--set", floor.scratch.path("state"),
      "--json-output", record)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("tier floor, which is weaker than full"))
    let data = try #require(FileManager.default.contents(atPath: record))
    let written = try JSONDecoder().decode(ExitRecord.self, from: data)
    #expect(written.tier == "floor")
    #expect(written.photos.count == 1)
    #expect(written.sessionContent.files == 1)
    #expect(written.container.wiped)
    #expect(written.violations.isEmpty, "\(written.violations)")
  }

  @Test(
    "the app runs on the floor too, and imports what was captured",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
  func application() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let app = try await floor.install("CameraSample")
    let state = floor.scratch.path("state")
    let captured = try await floor.run(
      "launch", app, "--locked", "--do",
      "wait ready; press camera-control; wait photo; dismiss", "--set", state)
    #expect(captured.status == 0, "\(captured.output)\(captured.errors)")
    let opened = try await floor.run(
      "launch", app, "--unlocked", "--do", "sleep 1s; dismiss", "--set", state)
    #expect(opened.status == 0, "\(opened.output)\(opened.errors)")
    #expect(opened.errors.contains("tier floor"))
  }

  @Test(
    "a host that is killed there leaves no process, and the next start finishes the session",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
  func killedHost() async throws {
    let floor = try await RefusingMachine(.namespaces)
    let app = try await floor.install("CameraSample")
    let state = floor.scratch.path("state")
    let host = try RunningProgram(
      floor.scratch.path("lockhost"),
      [
        "launch", app, "--locked", "--do",
        "wait ready; press camera-control; wait photo; sleep 60s", "--set", state,
      ])
    let watch = DescendantWatch(of: host.identifier)
    let isSaved = await Waiting.until(within: .seconds(60)) {
      host.errors.contains("Saved IMG_0001.jpg") || host.output.contains("Saved IMG_0001.jpg")
    }
    #expect(isSaved, "\(host.output)\(host.errors)")
    try host.signal(SIGKILL)
    _ = await host.finish()
    watch.stop()
    #expect(await Waiting.until(within: .seconds(10)) { watch.survivors.isEmpty })

    let next = try await floor.run(
      "launch", app, "--unlocked", "--do", "sleep 1s; dismiss", "--set", state)
    #expect(
      (next.output + next.errors).contains("imported: IMG_0001.jpg"), "\(next.output)\(next.errors)"
    )
  }

  @Test("doctor tries every tier, and names the one that is left")
  func doctor() async throws {
    // Here the whole host is refused namespaces, with the answer that makes its C library do without.
    let clone3 = try #require(Syscall.named("clone3")).number
    let scratch = try ScratchFolder()
    unsafe chmod(scratch.path, 0o755)
    let link = scratch.path("machine")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: try ProgramFolder.path(of: "lockhost-testing-spawn"))
    try scratch.write(
      "spawner \(try ProgramFolder.path(of: "lockhost"))\nanswer \(clone3) \(ENOSYS)\n",
      to: "machine.lines")
    let run = await (try RunningProgram(link, ["doctor"])).finish(within: .seconds(90))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("Sandbox: tier floor"), "\(run.output)")
  }
}
