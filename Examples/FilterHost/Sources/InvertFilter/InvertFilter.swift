// SPDX-License-Identifier: MIT

import FilterContract
import LockhostPlugin

/// Turns every colour into its opposite, as strongly as the host says.
@main
enum InvertFilter {
  static func main() {
    let plugin = PluginProcess.start()
    plugin.answer(FilterContract.apply) { (request: FilterContract.Apply, memory: [MemoryFile]) in
      guard let picture = memory.first else { throw PluginProcess.Refusal("there is no picture") }
      let strength = try await plugin.ask(
        FilterContract.strength, FilterContract.AskStrength(),
        answer: FilterContract.Strength.self)
      let pixels = try picture.map(writable: true)
      let count = request.width * request.height
      guard pixels.count >= count * 4 else {
        throw PluginProcess.Refusal("the picture is too small")
      }
      let bytes = pixels.mutableBytes
      for index in 0..<(count * 4) {
        let old = Int(bytes[index])
        bytes[index] = UInt8(old + (255 - 2 * old) * strength.percent / 100)
      }
      return FilterContract.Applied(changedPixels: count)
    }
    plugin.run()
  }
}
