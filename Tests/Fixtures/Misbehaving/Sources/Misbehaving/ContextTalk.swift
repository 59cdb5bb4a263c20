// SPDX-License-Identifier: MIT

import AppIntents
import Foundation

/// What the app does with the context, when the file `behaviour` in its bundle says `talks`.
enum ContextTalk {
  static func run() async {
    let words = try? String(contentsOfFile: "/bundle/behaviour", encoding: .utf8)
    guard words?.hasPrefix("talks") == true else { return }
    do {
      try await ContextIntent.updateAppContext(.init(number: 1))
      print("app set 1")
      while try await ContextIntent.appContext?.number != 2 {
        try await Task.sleep(for: .milliseconds(100))
      }
      print("app saw 2")
    } catch {
      print("app: \(error)")
    }
  }
}
