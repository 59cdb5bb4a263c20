// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostDevice
import LockhostTesting

/// One phone on which things go wrong again and again, and the books of what must be there.
struct Torture {
  private static let script =
    "wait ready; press camera-control; wait photo; press camera-control; wait photo; "
    + "press volume-up; auth pass; wait end; sleep 5s"

  private let phone: Phone
  private let app: String
  private(set) var happened: [String: Int] = [:]

  /// Files that the extension said were finished: `SESSION/NAME`.
  private(set) var finished: Set<String> = []
  /// What should not be.
  private(set) var problems: [String] = []
  /// How many files are in the app's hands; known when it is settled.
  private(set) var arrivedCount = 0

  init(phone: Phone) throws {
    self.phone = phone
    app = try Fixtures.app("CameraSample")
  }

  // MARK: One moment

  /// Launches, lets the moment happen, and looks at what is left.
  ///
  /// - Returns: Whether there was still somebody for it to happen to.
  mutating func happen(_ moment: TortureMoment) async throws -> Bool {
    let before = sessions()
    let program = try phone.start(["launch", app, "--locked", "--do", Self.script])
    let isThere = await Waiting.until(within: .seconds(60)) {
      program.hasExited || moment.stage.sign.map { program.errors.contains($0) } ?? true
    }
    if !isThere { problems.append("\(moment) was not reached: \(program.errors)") }
    try await Task.sleep(for: moment.delay)
    var family = ProcessIdentity.descendants(of: program.identifier)
    let hasHappened = try happen(moment, to: program, family)
    happened["\(moment.victim.rawValue)\(hasHappened ? "" : " (gone already)")", default: 0] += 1
    if moment.victim == .disk {
      try await Task.sleep(for: moment.patience)
      family.formUnion(ProcessIdentity.descendants(of: program.identifier))
    }
    if moment.victim != .host {
      // The host ends in order after its guest or its app has died.
      let isKilled = moment.victim == .disk && moment.isKilledThen
      _ = try? program.signal(isKilled ? SIGKILL : SIGTERM)
    }
    let run = await program.finish(within: .seconds(60))
    phone.disk?.empty()
    if run.end == .late { problems.append("the host hangs after \(moment): \(run.errors)") }
    let known = family
    let isGone = await Waiting.until(within: .seconds(10)) { known.allSatisfy { !$0.exists } }
    if !isGone { problems.append("left after \(moment): \(known.filter(\.exists))") }
    note(run.errors, of: sessions().subtracting(before), in: moment)
    return hasHappened
  }

  /// - Returns: Whether there was somebody, or something, for it to happen to.
  private func happen(
    _ moment: TortureMoment, to program: RunningProgram, _ family: Set<ProcessIdentity>
  ) throws -> Bool {
    switch moment.victim {
    case .host: return (try? program.signal(SIGKILL)) == true
    case .guest: return Self.kill("CameraSampleCap", of: family)
    case .app: return Self.kill("CameraSample", of: family)
    case .disk:
      try phone.disk?.fill(leaving: moment.room)
      return !program.hasExited
    }
  }

  /// - Parameter name: As the kernel keeps it, fifteen bytes of it.
  private static func kill(_ name: String, of family: Set<ProcessIdentity>) -> Bool {
    family.filter { $0.name == name }.map { Glibc.kill($0.number, SIGKILL) == 0 }.contains(true)
  }

  // MARK: The books

  private var device: String { phone.visibleState + "/devices/default" }

  private func sessions() -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: device + "/sessions")) ?? []
    return Set(names.filter { !$0.hasPrefix(".") })
  }

  /// Books what the extension said it has finished.
  private mutating func note(_ text: String, of made: Set<String>, in moment: TortureMoment) {
    if made.count > 1 { problems.append("\(moment) made several sessions: \(made)") }
    guard let session = made.first else { return }
    for line in text.split(separator: "\n") where line.contains("Saved IMG_") {
      guard let name = line.split(separator: " ").last else { continue }
      finished.insert("\(session)/\(name)")
    }
  }

  /// Starts once more in order, lets the app import all, and compares.
  mutating func settle() async throws {
    let last = try await phone.launch(
      app, "sleep 5s; dismiss", flags: ["--from", "app-icon"], lock: "--unlocked",
      within: .seconds(180))
    if last.run.status != 0 { problems.append("the last start failed: \(last.transcript)") }
    let arrived = arrivedFiles()
    arrivedCount = arrived.count
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
    let container = device + "/containers/org.lockhost.CameraSample"
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: container)) ?? []
    for path in paths where path.hasSuffix(".jpg") {
      files[path.split(separator: "/").suffix(2).joined(separator: "/"), default: 0] += 1
    }
    return files
  }

  /// Looks for what a start should have finished or cleared.
  private mutating func checkState() {
    let state = phone.visibleState
    let everything = (try? FileManager.default.subpathsOfDirectory(atPath: state)) ?? []
    for path in everything {
      let name = path.split(separator: "/").last ?? ""
      let isHalf =
        name.hasPrefix(".lh-new-") || name.hasPrefix(".creating-")
        || ["lock", "draft.json", "control"].contains(name)
      if isHalf, path.contains("/sessions/") || name.hasPrefix(".") {
        problems.append("half state: \(path)")
      }
    }
    let files = Set(everything)
    for session in sessions()
    where !files.contains("devices/default/sessions/\(session)/record.json") {
      problems.append("no record: \(session)")
    }
    for folder in ["\(device)/unfinished", "\(state)/users"] {
      let left = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if !left.isEmpty { problems.append("left in \(folder): \(left)") }
    }
    for path in everything where path.hasSuffix(".jpg") && path.contains("/Documents/") {
      let data = FileManager.default.contents(atPath: "\(state)/\(path)") ?? Data()
      if data.count < 4 || data.suffix(2) != Data([0xFF, 0xD9]) {
        problems.append("not whole: \(path)")
      }
    }
    let mounts = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
    if mounts.contains(phone.state) { problems.append("a mount is left") }
  }
}
