// SPDX-License-Identifier: MIT

import AppIntents
import Glibc
import SwiftUI
import WidgetKit

/// What this control does wrong, named by the file `behaviour` in its bundle; without one, nothing.
enum ControlBehaviour: String {
  case none
  case neverConnects = "never-connects"
  case neverAnswers = "never-answers"
  case crashes
  case exits
  case floodsOutput = "floods-output"
  case callsSocket = "calls-socket"
  case tenThousand = "ten-thousand"
  case longText = "long-text"
  case picture
  case noCamera = "no-camera"

  static let current: ControlBehaviour = {
    guard let file = fopen("/bundle/behaviour", "r") else { return .none }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return .none }
    let text = String(decoding: line.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)
    return ControlBehaviour(rawValue: text) ?? .none
  }()
}

/// Decides before the SDK has said a word, which some behaviours must.
@main
enum Program {
  static func main() {
    switch ControlBehaviour.current {
    case .neverConnects: while true { sleep(1000) }
    case .neverAnswers: RawControl.connect { _ in }
    case .tenThousand: RawControl.connect { request in RawControl.answerTenThousandTimes(request) }
    case .exits: exit(3)
    case .crashes: abort()
    case .floodsOutput:
      for number in 0..<300_000 { print("line \(number) of a control that talks too much") }
      while true { sleep(1000) }
    case .callsSocket: _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    default: break
    }
    MainActor.assumeIsolated {
      switch ControlBehaviour.current {
      case .picture: PictureControl.main()
      case .noCamera: OtherControl.main()
      case .longText: LongControl.main()
      default: PlainControl.main()
      }
    }
  }
}

/// Compiled into the control alone: neither the app nor its extension has it.
struct LonelyIntent: CameraCaptureIntent {
  static let title: LocalizedStringResource = "Open"
  func perform() async throws -> some IntentResult { .result() }
}

struct OtherIntent: AppIntent {
  static let title: LocalizedStringResource = "Count"
  func perform() async throws -> some IntentResult { .result() }
}

struct PlainControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "misbehaving") {
      ControlWidgetButton(action: LonelyIntent()) { Label("Open", systemImage: "camera") }
    }
  }
}

struct PictureControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "misbehaving") {
      ControlWidgetButton(action: LonelyIntent()) { Label("Open", image: "Logo") }
    }
  }
}

struct OtherControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "misbehaving") {
      ControlWidgetButton(action: OtherIntent()) { Label("Count", systemImage: "number") }
    }
  }
}

struct LongControl: ControlWidget {
  var body: some ControlWidgetConfiguration {
    StaticControlConfiguration(kind: "misbehaving") {
      ControlWidgetButton(action: LonelyIntent()) { Label("Open", systemImage: "camera") }
    }
    .description(LocalizedStringResource(stringLiteral: String(repeating: "long ", count: 1_000)))
  }
}
