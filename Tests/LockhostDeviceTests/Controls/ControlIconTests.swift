// SPDX-License-Identifier: MIT

import LockhostTesting
import Testing

@testable import LockhostDevice

@Suite("Icons of controls") struct ControlIconTests {
  static let template = """
    <svg xmlns="http://www.w3.org/2000/svg"><g id="Notes"/><g id="Guides">
    <line id="Baseline-S"/><line id="Capline-S"/></g>
    <g id="Symbols"><g id="Regular-S"><path d="M0 0"/></g></g></svg>
    """

  private func icon(
    symbol: String? = nil, picture: String? = nil, _ files: [String: String] = [:]
  ) -> ControlIcon {
    ControlIcon(symbol: symbol, picture: picture) { files[$0].map { Array($0.utf8) } }
  }

  @Test(
    "a symbol of the system is shown by its name",
    arguments: ["camera", "camera.fill", "8.circle", "arrow.triangle.2.circlepath.camera"])
  func system(name: String) {
    #expect(icon(symbol: name) == icon(symbol: name))
    #expect(icon(symbol: name).text == name)
    #expect(icon(symbol: name).problem == nil)
  }

  @Test(
    "what can be no symbol's name shows a question mark and says why",
    arguments: ["", "Camera", "my camera", "camera.", ".camera", "camera..fill", "camera/fill"])
  func badName(name: String) {
    #expect(icon(symbol: name).text == "?")
    #expect(icon(symbol: name).problem?.contains("cannot be the name of a symbol") == true)
  }

  @Test("a symbol template of the bundle is shown")
  func template() {
    let shown = icon(picture: "shutter", ["shutter.svg": Self.template])
    #expect(shown.text == "shutter")
    #expect(shown.problem == nil)
  }

  @Test(
    "a picture shows a question mark and says why",
    arguments: ["png", "pdf", "jpg", "jpeg", "heic"])
  func picture(ending: String) {
    let shown = icon(picture: "logo", ["logo.\(ending)": "…"])
    #expect(shown.text == "?")
    #expect(shown.problem == "logo.\(ending) is a picture, and controls show only symbols")
  }

  @Test("a picture that is nowhere, and no image at all, show a question mark")
  func nothing() {
    #expect(icon(picture: "logo").problem?.contains("no symbol logo.svg") == true)
    #expect(icon().problem == "its label has no image")
  }

  @Test(
    "an SVG without a part of a template is none",
    arguments: [
      "id=\"Symbols\"", "id=\"Guides\"", "id=\"Regular-S\"", "Baseline-", "Capline-", "<svg",
    ])
  func incomplete(part: String) {
    let broken = Self.template.replacing(part, with: "gone")
    let shown = icon(picture: "shutter", ["shutter.svg": broken])
    #expect(shown.text == "?")
    #expect(shown.problem?.hasPrefix("shutter.svg is no symbol: ") == true)
  }
}
