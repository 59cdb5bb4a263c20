// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostSandbox

@Suite("The launches that are with a spawner")
struct LaunchQueueTests {
  private actor Inside {
    private var count = 0

    func change(by difference: Int) -> Int {
      count += difference
      return count
    }
  }

  @Test("eight have a place, and each that leaves lets one more in")
  func places() async {
    let queue = LaunchQueue()
    let inside = Inside()
    for _ in 0..<8 { await queue.enter() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          await queue.enter()
          #expect(await inside.change(by: 1) <= 8)
          _ = await inside.change(by: -1)
          queue.leave()
        }
      }
      #expect(await inside.change(by: 0) == 0)
      for _ in 0..<8 { queue.leave() }
    }
    // All places are free again.
    for _ in 0..<8 { await queue.enter() }
    for _ in 0..<8 { queue.leave() }
  }
}
