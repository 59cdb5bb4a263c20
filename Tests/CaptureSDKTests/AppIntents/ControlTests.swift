// SPDX-License-Identifier: MIT

import AppIntents
import LockhostWire
import SwiftUI
import Testing
import WidgetKit

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
