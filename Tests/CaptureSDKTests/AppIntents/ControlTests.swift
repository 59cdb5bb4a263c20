// SPDX-License-Identifier: MIT

import AppIntents
import LockhostWire
import SwiftUI
import Testing

@testable import WidgetKit

@MainActor
@Suite("Controls")
struct ControlTests {
  private struct SampleControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
      StaticControlConfiguration(kind: "org.example.control") {
        ControlWidgetButton(action: SampleCaptureIntent()) {
          Label("Camera", systemImage: "camera")
        }
      }
      .displayName("Sample Camera")
      .description("Takes photos.")
    }
  }

  @Test("a control describes itself and shows its button") func describes() {
    let description = ControlDescription(SampleControl())
    #expect(description.kind == "org.example.control")
    #expect(description.displayName == "Sample Camera")
    #expect(description.explanation == "Takes photos.")
    let graph = ViewGraph { _ in }
    graph.show(description.template, environment: EnvironmentValues())
    #expect(graph.elements.map(\.label) == ["Camera"])
    #expect(graph.elements.map(\.symbol) == ["camera"])
    #expect(graph.elements.map(\.kind) == [.button])
  }

  @Test("a control says over the wire what it shows and what it runs") func facts() throws {
    let facts = ControlDescription(SampleControl()).facts
    #expect(
      facts
        == ControlFacts(
          kind: "org.example.control", displayName: "Sample Camera", explanation: "Takes photos.",
          title: "Camera", symbol: "camera", picture: nil, intent: "SampleCaptureIntent",
          isCapture: true, opensApplication: true))
  }

  private struct PictureControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
      StaticControlConfiguration(kind: "k") {
        ControlWidgetButton(action: SampleCaptureIntent()) {
          Label("Camera", image: "Logo")
        }
      }
    }
  }

  @Test("a picture in place of a symbol is told by its name, and is no part of the text")
  func picture() {
    let facts = ControlDescription(PictureControl()).facts
    #expect(facts.symbol == nil)
    #expect(facts.picture == "Logo")
    #expect(facts.title == "Camera")
  }

  @Test("more controls than may be are refused before any of them is looked at")
  func many() throws {
    let one = ControlDescription(SampleControl())
    guard case .failure(let failure) = ControlProcess.list(Array(repeating: one, count: 10_000))
    else {
      Issue.record("10,000 controls were sent")
      return
    }
    #expect(failure.code == .tooLarge)
    #expect(failure.message.contains("10000"))
    guard case .success(let body) = ControlProcess.list([one]) else {
      Issue.record("one control was not sent")
      return
    }
    #expect(try ControlsList(body: body).controls.map(\.kind) == ["org.example.control"])
  }

  private struct Brightness: ControlValueProvider {
    let previewValue = 7
    func currentValue() async throws -> Int { 9 }
  }

  private struct ValueControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
      StaticControlConfiguration(kind: "k", provider: Brightness()) { value in
        ControlWidgetButton("Level \(value)", action: SampleCaptureIntent())
      }
    }
  }

  @Test("a control with a value shows its preview") func preview() {
    let graph = ViewGraph { _ in }
    graph.show(ControlDescription(ValueControl()).template, environment: EnvironmentValues())
    #expect(graph.elements.map(\.label) == ["Level 7"])
  }
}
