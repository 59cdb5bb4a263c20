// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostSandbox

/// Names of symbols, which a guest's author chooses.
@Suite("Names of functions") struct MangledNameTests {
  @Test(
    "Swift names are read as far as module, types and function",
    arguments: [
      (
        "$s18MisbehavingCapture4ActsO12touchNothings5NeverOyFZ",
        "MisbehavingCapture.Acts.touchNothing"
      ),
      ("$s6Camera7ShutterV7releaseyyF", "Camera.Shutter.release"),
      ("$s6Camera4mainyyF", "Camera.main"),
      ("main", "main"),
      ("_dispatch_client_callout", "_dispatch_client_callout"),
    ])
  func readable(mangled: String, shown: String) {
    #expect(MangledName.readable(mangled) == shown)
  }

  @Test(
    "names that make no sense are shown as they are, short and harmless",
    arguments: ["$s", "$s0", "$s99999999999999999999x", "$s5ab", "$s-1a", "\u{1B}[31m", "$sO"])
  func senseless(name: String) {
    let shown = MangledName.readable(name)
    #expect(shown.allSatisfy { $0.isASCII && $0 >= " " })
    #expect(MangledName.readable(name + String(repeating: "x", count: 10_000)).count <= 200)
  }
}
