// SPDX-License-Identifier: MIT

import FilterContract
import Foundation
import Lockhost

/// Runs other people's image filters, none of which has to be trusted, on a small picture.
@main
enum FilterHost {
  /// The kind of plug-in: what filters may call, what they may ask for, and how long they may take to
  /// get going.
  static let point = ExtensionPoint(
    identifier: FilterContract.point,
    policy: filterPolicy,
    deadline: .seconds(5),
    services: [
      PluginService(route: FilterContract.strength) { (_: FilterContract.AskStrength, _) in
        FilterContract.Strength(percent: 100)
      }
    ])

  /// A filter computes in memory that is given to it; it opens nothing, and writes nowhere.
  static let filterPolicy: Policy = {
    do {
      return try Policy(
        parsing: """
          policy filter "an image filter: memory, arithmetic, and the way back to its host"
          include base
          allow basics memory threads time randomness signals streams events wire
          """)
    } catch {
      fatalError("the filters' policy does not parse: \(error)")
    }
  }()

  static func main() async throws {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty else {
      FileHandle.standardError.write(Data("usage: FilterHost FILTER.appex...\n".utf8))
      exit(64)
    }
    let host = try PluginHost()
    for path in paths {
      let plugin: Plugin
      do {
        plugin = try host.plugin(path, for: point)
      } catch {
        print("\(path): \(error)")
        continue
      }
      // Twice: a filter that hangs or crashes costs its call, and nothing else.
      for attempt in 1...2 {
        let outcome = await apply(plugin)
        print("\(plugin.name), call \(attempt): \(outcome)")
      }
      let processes = await plugin.launches
      await plugin.end()
      print("\(plugin.name): \(processes) process\(processes == 1 ? "" : "es")")
    }
    await host.close()
  }

  /// Has a filter change a grey picture, and looks at the first pixel.
  private static func apply(_ plugin: Plugin) async -> String {
    let (width, height) = (640, 480)
    do {
      let picture = try MemoryFile.create(name: "picture", bytes: width * height * 4)
      // What cannot shrink cannot pull the memory from under the host's feet.
      try picture.addSeals([.shrink, .grow])
      let pixels = try picture.map(writable: true)
      pixels.mutableBytes.initializeMemory(as: UInt8.self, repeating: 64)
      let applied = try await plugin.call(
        FilterContract.apply, FilterContract.Apply(width: width, height: height),
        memory: [picture], within: .seconds(3), answer: FilterContract.Applied.self)
      return "\(applied.changedPixels) pixels, the first byte is \(pixels.bytes[0])"
    } catch {
      return "no picture: \(error)"
    }
  }
}
