// SPDX-License-Identifier: MIT

import AVKit
import LockhostGuest
import LockhostWire
import SwiftUI
import Testing

@Suite("Views that want the capture buttons")
@MainActor
struct CameraCaptureEventModifierTests {
  @Test("a view registers while it is shown, follows its values, and no longer when it is gone")
  func life() async throws {
    let host = try MediaHost()
    let graph = ViewGraph { _ in }
    await host.launch {
      for isEnabled in [true, false, true] {
        graph.show(
          Text("Camera").onCameraCaptureEvent(isEnabled: isEnabled) { _ in },
          environment: EnvironmentValues())
      }
      graph.tearDown()
      #expect(await host.wait(for: 4, on: .captureEventsRegister).count == 4)
    }
    let states = try host.bodies(.captureEventsRegister, as: CaptureEventsRegister.self)
    #expect(states.map(\.enabled) == [true, false, true, false])
  }

  @Test("a view that was never enabled is not registered as one that handles anything")
  func neverEnabled() async throws {
    let host = try MediaHost()
    let graph = ViewGraph { _ in }
    try await host.launch {
      graph.show(
        Text("Camera").onCameraCaptureEvent(isEnabled: false) { _ in },
        environment: EnvironmentValues())
      _ = try await host.guest.request(.cameraStop, EmptyBody())
      graph.tearDown()
    }
    #expect(host.received(.captureEventsRegister).isEmpty)
  }

  @Test("the newest closures run, each for its kind of button")
  func closures() async throws {
    let host = try MediaHost()
    let journal = Journal()
    let graph = ViewGraph { _ in }
    try await host.launch {
      for number in 1...2 {
        graph.show(
          Text("Camera").onCameraCaptureEvent { event in
            journal.write("primary \(number) \(event.phase)")
          } secondaryAction: { event in
            journal.write("secondary \(number) \(event.phase)")
          }, environment: EnvironmentValues())
      }
      try host.press(kind: 0, phases: [0], id: 1)
      try host.press(kind: 1, phases: [1], id: 2)
      #expect(await journal.wait(for: 2) == ["primary 2 began", "secondary 2 ended"])
      graph.tearDown()
    }
  }

  @Test("the system's sound is left out while a view says so")
  func sound() async throws {
    let host = try MediaHost()
    let graph = ViewGraph { _ in }
    await host.launch {
      graph.show(
        Text("Camera").onCameraCaptureEvent(defaultSoundDisabled: true) { _ in },
        environment: EnvironmentValues())
      #expect(await host.wait(for: 1, on: .captureEventsRegister).count == 1)
      graph.tearDown()
    }
    let states = try host.bodies(.captureEventsRegister, as: CaptureEventsRegister.self)
    #expect(states.first?.soundDisabled == true)
  }
}
