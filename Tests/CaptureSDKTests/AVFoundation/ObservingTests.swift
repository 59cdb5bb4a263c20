// SPDX-License-Identifier: MIT

import AVFoundation
import LockhostTesting
import LockhostWire
import Testing

@Suite("Observing values")
struct ObservingTests {
  @Test("a session's observer sees it start, be interrupted and stop, each change once")
  func session() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let session = try host.launch { try makeSession() }
    let running = session.observe(\.isRunning, options: [.initial, .old, .new]) { session, change in
      let values = [change.oldValue, change.newValue].map(text)
      journal.write("running \(values.joined(separator: " ")) \(session.isRunning)")
    }
    let interrupted = session.observe(\.isInterrupted, options: .new) { _, change in
      journal.write("interrupted \(text(change.newValue)) \(change.oldValue == nil)")
    }
    host.launch {
      session.startRunning()
      session.startRunning()
    }
    try host.send(.cameraInterruption, CameraInterruption(began: true, reason: 3))
    _ = await journal.wait(for: 4)
    try host.send(.cameraInterruption, CameraInterruption(began: false, reason: 0))
    _ = await journal.wait(for: 6)
    interrupted.invalidate()
    session.stopRunning()
    #expect(
      journal.entries == [
        "running - false false", "running false true true", "running true false false",
        "interrupted true true", "running false true true", "interrupted false true",
        "running true false false",
      ])
    withExtendedLifetime(running) {}
  }

  @Test("nobody is told any more once the observation has gone")
  func ends() throws {
    let host = try MediaHost()
    let journal = Journal()
    try host.launch {
      let session = try makeSession()
      var observation: NSKeyValueObservation? = session.observe(\.isRunning) { _, _ in
        journal.write("changed")
      }
      session.startRunning()
      #expect(journal.entries == ["changed"])
      observation = nil
      session.stopRunning()
      #expect(observation == nil && journal.entries == ["changed"])
    }
  }

  @Test("a camera's observer sees what any object of the camera sets, before the setter returns")
  func device() throws {
    let host = try MediaHost()
    let journal = Journal()
    try host.launch {
      let camera = try #require(AVCaptureDevice.default(for: .video))
      let observations = [
        camera.observe(\.videoZoomFactor, options: .new) { _, change in
          journal.write("zoom \(text(change.newValue))")
        },
        camera.observe(\.torchMode) { camera, _ in
          journal.write("torch \(camera.torchMode.rawValue)")
        },
        camera.observe(\.activeFormat) { camera, _ in
          journal.write("format \(camera.activeFormat.formatDescription.dimensions.width)")
        },
      ]
      let same = try #require(AVCaptureDevice(uniqueID: camera.uniqueID))
      try same.lockForConfiguration()
      same.videoZoomFactor = 2
      same.videoZoomFactor = 2
      same.torchMode = .on
      same.activeFormat = try #require(same.formats.last)
      same.unlockForConfiguration()
      #expect(journal.entries == ["zoom 2.0", "torch 1", "format 1280"])
      withExtendedLifetime(observations) {}
    }
  }

  @Test("a focus that settles, and a zoom that ramps, are seen until they have come to rest")
  func motion() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let camera = try host.launch { try #require(AVCaptureDevice.default(for: .video)) }
    let focus = camera.observe(\.isAdjustingFocus, options: .new) { _, change in
      journal.write("focus \(text(change.newValue))")
    }
    try host.launch {
      try camera.lockForConfiguration()
      camera.focusMode = .autoFocus
    }
    #expect(await journal.wait(for: 2) == ["focus true", "focus false"])
    focus.invalidate()
    let zooms = Journal()
    let zoom = camera.observe(\.videoZoomFactor) { camera, _ in
      zooms.write("\(camera.videoZoomFactor)")
    }
    host.launch { camera.ramp(toVideoZoomFactor: 4, withRate: 8) }
    let isThere = await Waiting.until(within: .seconds(10)) { zooms.entries.last == "4.0" }
    #expect(isThere, "\(zooms.entries)")
    let factors = zooms.entries.compactMap(Double.init)
    #expect(factors == factors.sorted() && factors.count > 2)
    withExtendedLifetime(zoom) {}
  }
}

private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
