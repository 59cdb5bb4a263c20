// SPDX-License-Identifier: MIT

import Lockhost

/// Asks control widgets what they offer: lockhost's own extension point for them, defined anew with
/// nothing but what the library `Lockhost` offers to everybody.
@main
enum ControlList {
  static let point = ExtensionPoint(
    identifier: "com.apple.widgetkit-extension", policy: .control, deadline: .seconds(5),
    role: .control)
  /// `controlsDescribe`, of `Docs/WireProtocol.md`.
  static let describe: UInt16 = 0x0701

  static func main() async throws {
    let host = try PluginHost()
    for path in CommandLine.arguments.dropFirst() {
      do {
        let widget = try host.plugin(path, for: point)
        let answer = try await widget.ask(describe, body: Array("{}".utf8), within: .seconds(5))
        print("\(widget.identifier): \(String(decoding: answer, as: UTF8.self))")
        await widget.end()
      } catch {
        print("\(path): \(error)")
      }
    }
    await host.close()
  }
}
