// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Synchronization
import Testing

@testable import Lockhost

/// Guests in their sandboxes that attack the memory in which frames reach them, each beside a neighbour
/// of the same host that only reads.
@Suite(
  "Hostile readers of frames", .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"))
struct HostileFramesTests {
  /// A session whose guest's lines are kept.
  private final class Watched: Sendable {
    let session: Session
    private let kept = Mutex<[String]>([])

    init(_ session: Session) {
      self.session = session
      Task { [weak self, notices = session.notices] in
        for await case .output(let line, _) in notices { self?.kept.withLock { $0.append(line) } }
      }
    }

    var lines: [String] { kept.withLock { $0 } }

    /// How many frames it has said it read.
    var frames: Int {
      lines.compactMap { line in
        guard line.hasPrefix("frames: ") else { return nil }
        return Int(line.dropFirst(8).prefix { $0.isNumber })
      }.max() ?? 0
    }

    /// Waits until it has read as many frames more.
    func reads(_ count: Int) async -> Bool {
      let before = frames
      return await Waiting.until(within: .seconds(30)) { self.frames >= before + count }
    }

    func dismissed() async -> ExitRecord {
      try? await session.dismiss(by: .swipe)
      return await session.finalRecord()
    }
  }

  let scratch: ScratchFolder
  private let host: Lockhost.Host

  init() throws {
    scratch = try ScratchFolder()
    host = try Lockhost.Host(environment: [:], pool: .none)
  }

  /// Launches an extension with a behaviour, before the same picture as its neighbour.
  private func launch(_ behaviour: String) async throws -> Watched {
    var request = LaunchRequest()
    request.set = scratch.path("state")
    request.app = try MisbehavingApp.bundle(behaviour, in: scratch)
    request.lockState = .locked
    request.camera = SourceTree.path("Examples/Pictures/hillside.jpg")
    let watched = Watched(try await host.launch(request))
    _ = await watched.session.wait(for: .ready, timeout: .seconds(60))
    return watched
  }

  /// Puts one beside a reader, waits for its sign, and sees that the reader reads on.
  ///
  /// - Returns: The hostile session's record and lines.
  private func attack(
    _ behaviour: String, until sign: String, endsAlone: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> (record: ExitRecord, lines: [String]) {
    let neighbour = try await launch("reads-frames")
    #expect(await neighbour.reads(60), sourceLocation: sourceLocation)
    let hostile = try await launch(behaviour)
    let isDone = await Waiting.until(within: .seconds(30)) {
      hostile.lines.contains { $0.hasPrefix(sign) }
    }
    #expect(isDone, "\(hostile.lines)", sourceLocation: sourceLocation)
    let record = endsAlone ? await hostile.session.finalRecord() : nil
    // Frames that were on their way are not what is meant: three seconds' worth come after it.
    #expect(await neighbour.reads(180), "\(neighbour.lines)", sourceLocation: sourceLocation)
    let ended: ExitRecord
    if let record { ended = record } else { ended = await hostile.dismissed() }
    let own = await neighbour.dismissed()
    #expect(own.reason == .dismissed, "\(own)", sourceLocation: sourceLocation)
    #expect(own.violations.isEmpty, sourceLocation: sourceLocation)
    #expect(ended.container.wiped && own.container.wiped, sourceLocation: sourceLocation)
    return (ended, hostile.lines)
  }

  @Test(
    "one that writes into a frame, or reads what it has unmapped, dies alone, and is told why",
    arguments: [
      ("scribbles-over-frames", "scribbling over a frame"),
      ("reads-unmapped-frames", "unmapped: 0"),
    ])
  func dies(_ behaviour: String, _ sign: String) async throws {
    let (record, lines) = try await attack(behaviour, until: sign, endsAlone: true)
    #expect(record.reason == .crashed)
    #expect(record.code == "LH2003" && record.signal == 11)
    #expect(!lines.contains("it took that"))
  }

  @Test("nothing changes the memory or its seals, and who tried gets frames as before")
  func changes() async throws {
    let (record, lines) = try await attack("changes-frames", until: "frames: 60")
    #expect(record.reason == .dismissed)
    #expect(lines.contains("changes: done"))
    let attempts = ["mapped for writing", "made writable", "written", "truncated", "lengthened"]
    for attempt in attempts + ["sealed"] {
      #expect(lines.contains { $0.hasPrefix("\(attempt): refused") }, "\(attempt): \(lines)")
    }
  }

  @Test("one that keeps all slots gets no more than there are, and takes none from others")
  func keeps() async throws {
    let (record, lines) = try await attack("keeps-all-slots", until: "keeps all slots")
    #expect(record.reason == .dismissed)
    #expect(!lines.contains("more slots than there are"))
  }

  @Test(
    "slots that it never had, frames as the host sends them, and a second mapping change nothing",
    arguments: [
      ("false-slots", "false slots: sent"), ("speaks-as-host", "spoke as the host"),
      ("maps-after-unmap", "mapped again: true"),
    ])
  func lies(_ behaviour: String, _ act: String) async throws {
    let (record, lines) = try await attack(behaviour, until: "frames: 60")
    #expect(record.reason == .dismissed, "\(record)")
    #expect(lines.contains(act), "\(lines)")
  }

  @Test("one that goes on speaking as the host is ended, and the record says for what")
  func speaksOn() async throws {
    let (record, lines) = try await attack(
      "speaks-as-host-on", until: "speaking as the host", endsAlone: true)
    #expect(record.reason == .violation, "\(record)")
    #expect(
      record.message?.contains("cameraSubjectChanged as a event") == true
        || record.message?.contains("cameraFrame as a event") == true, "\(record) \(lines)")
  }
}
