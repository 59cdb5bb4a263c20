// SPDX-License-Identifier: MIT

import Dispatch
import FilterContract
import Glibc
import LockhostPlugin

/// A filter that nobody should trust.
///
/// What it does wrong is the last word of its program's name.
@main
enum BadFilter {
  static func main() {
    let plugin = PluginProcess.start()
    plugin.answer(FilterContract.apply) { (_: FilterContract.Apply, _: [MemoryFile]) in
      switch CommandLine.arguments.first?.split(separator: "-").last {
      case "hang": while true { sleep(1_000) }
      case "socket": _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      case "busy": await keepBusy(for: 1.5)
      case "refuse": throw PluginProcess.Refusal("this picture is too beautiful")
      default: fatalError("this filter crashes")
      }
      return FilterContract.Applied(changedPixels: 0)
    }
    plugin.run()
  }

  /// Has more to do than there are threads for, until so many seconds are over.
  private static func keepBusy(for seconds: Double) async {
    let end = DispatchTime.now() + seconds
    let group = DispatchGroup()
    for _ in 0..<64 {
      DispatchQueue.global().async(group: group) { while DispatchTime.now() < end {} }
    }
    await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
  }
}
