// SPDX-License-Identifier: MIT

import AppIntents
import Foundation

/// What behaviours do with the context of their intent.
enum ContextActs {
  /// Sets a context of exactly as many bytes as may be, then one more, then none.
  static func setLimits() async {
    let overhead = (try? JSONEncoder().encode(ContextIntent.AppContext()).count) ?? 0
    for bytes in [4_096, 4_097] {
      let context = ContextIntent.AppContext(text: String(repeating: "x", count: bytes - overhead))
      do {
        try await ContextIntent.updateAppContext(context)
        let kept = try await ContextIntent.appContext
        print("context \(bytes): kept \(kept?.text.count == context.text.count)")
      } catch {
        print("context \(bytes): \(error.localizedDescription)")
      }
    }
    do {
      try await ContextIntent.updateAppContext(nil)
      print("context cleared: \(try await ContextIntent.appContext == nil)")
    } catch {
      print("context not cleared: \(error)")
    }
    print("contexts: done")
  }

  /// Sets one context after the other for as long as it lives, each with its own number in it twice.
  static func flood() async {
    for number in 1... {
      let text = String(repeating: "\(number) ", count: 1 + number % 300)
      try? await ContextIntent.updateAppContext(.init(number: number, text: text))
      if number == 1 { print("contexts: flooding") }
    }
  }

  /// Looks again and again, says what is new, and answers a number with the next.
  static func watch() async {
    print("contexts: watching")
    var last = 0
    while true {
      if let number = try? await ContextIntent.appContext?.number, number != last {
        print("context: \(number)")
        last = number
        if number % 2 == 1 {
          try? await ContextIntent.updateAppContext(.init(number: number + 1))
        }
      }
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  /// Says how long the context took.
  static func time() async {
    let start = ContinuousClock.now
    _ = try? await ContextIntent.appContext
    let elapsed = ContinuousClock.now - start
    print("context after \(elapsed >= .seconds(2) ? "two seconds" : "no time")")
  }
}
