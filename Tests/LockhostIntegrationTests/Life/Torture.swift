// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting

/// One phone on which somebody is killed again and again, and the books of what must be there.
struct Torture {
  /// Who is killed.
  enum Victim: String, CaseIterable {
    case host, guest, app
  }

  /// Where in its life a run is killed.
  enum Stage: String, CaseIterable {
    /// From the start of the program on: launch, capture.
    case anywhere
    /// After the first photo is in its folder.
    case capture
    /// After the app was asked for: transition, hand-over, import, invalidation.
    case handOver
  }

  private static let script =
    "wait ready; press camera-control; wait photo; press camera-control; wait photo; "
    + "press volume-up; auth pass; wait end; sleep 5s"
  /// How long a stage takes at most, in microseconds, on a machine that is not busy.
  private static let spread: [Stage: UInt64] = [
    .anywhere: 900_000, .capture: 300_000, .handOver: 500_000,
  ]

  private let phone: Phone
  private let app: String
  private var random: SplitMix
  private var kills: [String: Int] = [:]

  /// Files that the extension said were finished: `SESSION/NAME`.
  private(set) var finished: Set<String> = []
  /// What should not be.
  private(set) var problems: [String] = []

  init(seed: Int) throws {
    phone = try Phone()
    app = try Fixtures.app("CameraSample")
    random = SplitMix(state: UInt64(bitPattern: Int64(seed)))
  }

  /// What was done, for a log.
  var summary: String {
    let parts = kills.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return parts.joined(separator: ", ") + "; \(finished.count) files finished, "
      + "\(arrivedFiles().count) arrived"
  }

  // MARK: One moment

  /// Launches, kills somebody at a random moment, and looks at what is left.
  mutating func kill() async throws {
    let victim = Victim.allCases[Int(random.next() % 3)]
    let stage =
      victim == .app ? Stage.handOver : Stage.allCases[Int(random.next() % 3)]
    let delay = random.next() % (Self.spread[stage] ?? 1)
    let before = sessions()
    let program = try phone.start(["launch", app, "--locked", "--do", Self.script])
    let watch = DescendantWatch(of: program.identifier, every: .milliseconds(10))
    let isThere = await Waiting.until(within: .seconds(60)) {
      program.hasExited || Self.hasReached(stage, program.output + program.errors)
    }
    if !isThere { problems.append("\(stage) was not reached: \(program.errors)") }
    try await Task.sleep(for: .microseconds(delay))
    let isKilled = Self.kill(victim, of: program)
    kills["\(victim.rawValue)\(isKilled ? "" : " (gone already)")", default: 0] += 1
    if victim != .host {
      // The host ends in order after its guest or its app has died.
      _ = try? program.signal(SIGTERM)
    }
    let run = await program.finish(within: .seconds(60))
    watch.stop()
    if run.end == .late { problems.append("the host hangs after \(victim) was killed in \(stage)") }
    let isGone = await Waiting.until(within: .seconds(10)) { watch.survivors.isEmpty }
    if !isGone { problems.append("left after \(victim) in \(stage): \(watch.survivors)") }
    note(run.output + run.errors, of: sessions().subtracting(before))
  }

  private static func hasReached(_ stage: Stage, _ text: String) -> Bool {
    switch stage {
    case .anywhere: true
    case .capture: text.contains("Saved IMG_0001.jpg")
    case .handOver: text.contains("authentication: pass")
    }
  }

  /// Kills the host, or the newest guest of a kind.
  ///
  /// - Returns: Whether there was one.
  private static func kill(_ victim: Victim, of program: RunningProgram) -> Bool {
    if victim == .host { return (try? program.signal(SIGKILL)) == true }
    let name = victim == .app ? "/CameraSample" : "/CameraSampleCapture"
    let found = ProcessIdentity.descendants(of: program.identifier).filter { process in
      let link = "/proc/\(process.number)/exe"
      return (try? FileManager.default.destinationOfSymbolicLink(atPath: link))?.hasSuffix(name)
        == true
    }
    return found.map { Glibc.kill($0.number, SIGKILL) == 0 }.contains(true)
  }

  // MARK: The books

  private func sessions() -> Set<String> {
    let folder = phone.state + "/devices/default/sessions"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(names.filter { !$0.hasPrefix(".") })
  }

  /// Books what the extension said it has finished.
  private mutating func note(_ text: String, of made: Set<String>) {
    if made.count > 1 { problems.append("one launch made several sessions: \(made)") }
    guard let session = made.first else { return }
    for line in text.split(separator: "\n") where line.contains("Saved IMG_") {
      guard let name = line.split(separator: " ").last else { continue }
      finished.insert("\(session)/\(name)")
    }
  }

  /// Starts once more in order, lets the app import all, and compares.
  mutating func settle() async throws {
    let last = try await phone.launch(
      app, "sleep 5s; dismiss", flags: ["--from", "app-icon"], lock: "--unlocked")
    if last.run.status != 0 { problems.append("the last start failed: \(last.transcript)") }
    let arrived = arrivedFiles()
    for file in finished.sorted() where arrived[file] == nil { problems.append("lost: \(file)") }
    for (file, count) in arrived.sorted(by: { $0.key < $1.key }) where count != 1 {
      problems.append("\(count) times: \(file)")
    }
    checkState()
  }

  /// The files that are in the app's hands, imported or not yet, with how often each is there.
  ///
  /// The sample keeps a session's files in a folder of the session's name.
  private func arrivedFiles() -> [String: Int] {
    var files: [String: Int] = [:]
    let container = phone.state + "/devices/default/containers/org.lockhost.CameraSample"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: container)) ?? []
    for path in paths where path.hasSuffix(".jpg") {
      files[path.split(separator: "/").suffix(2).joined(separator: "/"), default: 0] += 1
    }
    return files
  }

  /// Looks for what a start should have finished or cleared.
  private mutating func checkState() {
    let device = phone.state + "/devices/default"
    let everything = (try? FileManager.default.subpathsOfDirectory(atPath: phone.state)) ?? []
    for path in everything {
      let name = path.split(separator: "/").last ?? ""
      let isHalf =
        name.hasPrefix(".lh-new-") || name.hasPrefix(".creating-")
        || ["lock", "draft.json", "control"].contains(name)
      if isHalf, path.contains("/sessions/") || name.hasPrefix(".") {
        problems.append("half state: \(path)")
      }
    }
    for folder in ["\(device)/unfinished", "\(phone.state)/users"] {
      let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if !left.isEmpty { problems.append("left in \(folder): \(left)") }
    }
    for path in everything where path.hasSuffix(".jpg") && path.contains("/Documents/") {
      let data = FileManager.default.contents(atPath: "\(phone.state)/\(path)") ?? Data()
      if data.count < 4 || data.suffix(2) != Data([0xFF, 0xD9]) {
        problems.append("not whole: \(path)")
      }
    }
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    if mounts.contains(phone.state) { problems.append("a mount is left") }
  }
}

/// Sebastiano Vigna's SplitMix64: the same moments for the same seed, on every machine.
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
