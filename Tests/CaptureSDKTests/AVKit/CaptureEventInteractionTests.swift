// SPDX-License-Identifier: MIT

import AVKit
import LockhostGuest
import LockhostWire
import Testing

@Suite("The phone's capture buttons")
@MainActor
struct CaptureEventInteractionTests {
  @Test("an interaction registers when it is made, and no more when it is gone")
  func life() async throws {
    let host = try MediaHost()
    await host.launch {
      var interaction: AVCaptureEventInteraction? = AVCaptureEventInteraction { _ in }
      #expect(interaction?.isEnabled == true)
      #expect(await host.wait(for: 1, on: .captureEventsRegister).count == 1)
      interaction = nil
      #expect(await host.wait(for: 2, on: .captureEventsRegister).count == 2)
    }
    #expect(
      try host.bodies(.captureEventsRegister, as: CaptureEventsRegister.self)
        == [.all, .none])
  }

  @Test("each change of the whole state is sent, and nothing else")
  func changes() async throws {
    let host = try MediaHost()
    await host.launch {
      let first = AVCaptureEventInteraction { _ in }
      let second = AVCaptureEventInteraction(primary: { _ in }, secondary: { _ in })
      first.isEnabled = false
      #expect(second.isEnabled)
      second.isEnabled = false
      second.isEnabled = false
      first.isEnabled = true
      #expect(await host.wait(for: 3, on: .captureEventsRegister).count == 3)
    }
    #expect(
      Array(
        try host.bodies(.captureEventsRegister, as: CaptureEventsRegister.self).prefix(3))
        == [.all, .none, .all])
  }

  @Test("the sound can be left out for all")
  func sound() async throws {
    let host = try MediaHost()
    await host.launch {
      let interaction = AVCaptureEventInteraction { _ in }
      AVCaptureEventInteraction.defaultCaptureSoundDisabled = true
      #expect(AVCaptureEventInteraction.defaultCaptureSoundDisabled)
      #expect(await host.wait(for: 2, on: .captureEventsRegister).count == 2)
      #expect(interaction.isEnabled)
    }
    let states: [CaptureEventsRegister] = try host.bodies(.captureEventsRegister)
    #expect(states.prefix(2).map(\.soundDisabled) == [false, true])
  }

  @Test("one handler gets both kinds, in every phase, on the main queue, and each is reported")
  func oneHandler() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let interaction = host.launch {
      AVCaptureEventInteraction { event in
        journal.write("\(event.phase) \(MainQueue.isCurrent)")
      }
    }
    try host.press(kind: 0, phases: [0, 1], id: 7)
    try host.press(kind: 1, phases: [0, 2], id: 8)
    #expect(
      await journal.wait(for: 4)
        == ["began true", "ended true", "began true", "cancelled true"])
    #expect(await host.wait(for: 4, on: .captureEventHandled).count == 4)
    #expect(
      try host.bodies(.captureEventHandled, as: CaptureEventHandled.self)
        == [
          CaptureEventHandled(eventID: 7, phase: 0), CaptureEventHandled(eventID: 7, phase: 1),
          CaptureEventHandled(eventID: 8, phase: 0), CaptureEventHandled(eventID: 8, phase: 2),
        ])
    #expect(interaction.isEnabled)
  }

  @Test("two handlers get one kind each")
  func twoHandlers() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let interaction = host.launch {
      AVCaptureEventInteraction(
        primary: { _ in journal.write("primary") },
        secondary: { _ in journal.write("secondary") })
    }
    try host.press(kind: 1, phases: [1], id: 1)
    try host.press(kind: 0, phases: [1], id: 2)
    #expect(await journal.wait(for: 2) == ["secondary", "primary"])
    #expect(interaction.isEnabled)
  }

  @Test("a disabled interaction hears nothing, and nothing is reported as handled")
  func disabled() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let (first, second) = host.launch {
      (
        AVCaptureEventInteraction { _ in journal.write("first") },
        AVCaptureEventInteraction { _ in journal.write("second") }
      )
    }
    try host.press(kind: 0, phases: [1], id: 1)
    #expect(await journal.wait(for: 1) == ["second"], "control: the last one is asked")
    second.isEnabled = false
    try host.press(kind: 0, phases: [1], id: 2)
    #expect(await journal.wait(for: 2) == ["second", "first"])
    first.isEnabled = false
    try host.press(kind: 0, phases: [1], id: 3)
    // A round trip behind the press, and then a turn of the main queue behind its handler.
    _ = try await host.guest.request(.cameraStop, EmptyBody())
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    second.isEnabled = true
    try host.press(kind: 0, phases: [1], id: 4)
    #expect(await journal.wait(for: 3) == ["second", "first", "second"])
    #expect(await host.wait(for: 3, on: .captureEventHandled).count == 3)
    let handled: [CaptureEventHandled] = try host.bodies(.captureEventHandled)
    #expect(handled.map(\.eventID) == [1, 2, 4])
  }

  @Test("a sound is played when the system does not play one")
  func play() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let interaction = host.launch {
      AVCaptureEventInteraction { event in
        journal.write("\(event.play(.cameraShutter))")
      }
    }
    try host.press(kind: 0, phases: [1], id: 1, shouldPlaySound: false)
    try host.press(kind: 0, phases: [1], id: 2, shouldPlaySound: true)
    #expect(await journal.wait(for: 2) == ["false", "true"])
    #expect(await host.wait(for: 1, on: .captureEventPlaySound).count == 1)
    #expect(
      try host.bodies(.captureEventPlaySound, as: CaptureEventSound.self)
        == [CaptureEventSound(sound: "cameraShutter")])
    #expect(interaction.isEnabled)
  }

  @Test("a sound of a file needs the file")
  func missingSound() {
    #expect(throws: CocoaError.self) {
      try AVCaptureEventSound(url: URL(fileURLWithPath: "/nowhere/shutter.wav"))
    }
  }
}

extension CaptureEventsRegister {
  fileprivate static let all = CaptureEventsRegister(
    enabled: true, handlesPrimary: true, handlesSecondary: true, soundDisabled: false)
  fileprivate static let none = CaptureEventsRegister(
    enabled: false, handlesPrimary: false, handlesSecondary: false, soundDisabled: false)
}

extension MediaHost {
  /// Sends one button's phases.
  func press(kind: UInt32, phases: [UInt32], id: UInt64, shouldPlaySound: Bool = false) throws {
    for phase in phases {
      try send(
        .captureEvent,
        CaptureEvent(
          eventID: id, kind: kind, phase: phase, shouldPlaySound: shouldPlaySound ? 1 : 0))
    }
  }
}
