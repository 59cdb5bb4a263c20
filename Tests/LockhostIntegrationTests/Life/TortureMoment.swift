// SPDX-License-Identifier: MIT

import LockhostTesting

/// One random moment: what happens, where in the life of a run, and how much later.
///
/// The same for the same seed and number, in whatever order moments are taken.
struct TortureMoment: Sendable, CustomStringConvertible {
  /// To whom it happens.
  enum Victim: String, CaseIterable, Sendable {
    case host, guest, app
    /// Nobody is killed at first: the disk is full.
    case disk
  }

  /// Where in its life a run is.
  enum Stage: String, CaseIterable, Sendable {
    /// From the start of the program on: launch, capture.
    case anywhere
    /// After the first photo is in its folder.
    case capture
    /// After the app was asked for: transition, hand-over.
    case handOver
    /// After the app has begun: import, invalidation.
    case importing

    /// What a run prints when it gets there; nil for one that is there at once.
    var sign: String? {
      switch self {
      case .anywhere: nil
      case .capture: "Saved IMG_0001.jpg"
      case .handOver: "authentication: pass"
      case .importing: "> the app opened"
      }
    }

    /// How long it takes at most, in microseconds, on a machine that is not busy.
    var spread: UInt64 {
      switch self {
      case .anywhere: 900_000
      case .capture: 300_000
      case .handOver: 150_000
      case .importing: 120_000
      }
    }
  }

  let number: Int
  let victim: Victim
  let stage: Stage
  /// From the stage on.
  let delay: Duration
  /// For a full disk: what is left on it.
  let room: Int
  /// For a full disk: how long until the host is told to end, or is killed.
  let patience: Duration
  let isKilledThen: Bool

  var description: String { "moment \(number) (\(victim.rawValue), \(stage.rawValue) + \(delay))" }

  init(seed: Int, number: Int, victims: [Victim]) {
    var random = SeededGenerator(
      seed: UInt64(bitPattern: Int64(seed)) &+ UInt64(number) &* 0xD1B5_4A32_D192_ED03)
    self.number = number
    victim = victims[Int(random.next() % UInt64(victims.count))]
    let stages: [Stage] =
      switch victim {
      // There is no app to kill before it has begun, and no guest for long after that.
      case .app: [.importing]
      case .guest: [.anywhere, .capture, .handOver]
      case .host, .disk: Stage.allCases
      }
    stage = stages[Int(random.next() % UInt64(stages.count))]
    delay = .microseconds(Int64(random.next() % stage.spread))
    room = Int(random.next() % 3) * Int(random.next() % 49_152)
    patience = .microseconds(Int64(random.next() % 700_000))
    isKilledThen = random.next() % 2 == 0
  }
}
