// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSystem

/// The canaries of one call, alive until the last reference goes.
final class CanarySet: Sendable {
  /// Each with how it is found, and what looks at it.
  private let held: [Canary: any HeldCanary]
  /// A word that nobody can guess, in every canary that can hold one.
  let word: String
  /// Why some are not there: the machine has no such thing.
  let missing: [Canary: String]

  /// Sets them up; what this machine cannot have is in `missing`.
  init(_ kinds: Set<Canary>, in scratch: Scratch, probe: String) {
    word = "canary-" + Nonce.make()
    var held: [Canary: any HeldCanary] = [:]
    var missing: [Canary: String] = [:]
    for kind in kinds {
      do throws(SystemError) {
        held[kind] = try Self.make(kind, word: word, in: scratch, probe: probe)
      } catch {
        missing[kind] = error.description
      }
    }
    self.held = held
    self.missing = missing
  }

  private static func make(
    _ kind: Canary, word: String, in scratch: Scratch, probe: String
  ) throws(SystemError) -> any HeldCanary {
    switch kind {
    case .secretFile: try FileCanary(word: word, mode: 0o644, in: scratch)
    case .writableFile: try FileCanary(word: "", mode: 0o666, in: scratch)
    case .writableFolder: try FolderCanary(in: scratch)
    case .tcpListener: try SocketCanary(version6: false, stream: true)
    case .tcp6Listener: try SocketCanary(version6: true, stream: true)
    case .udpListener: try SocketCanary(version6: false, stream: false)
    case .unixListener: try SocketCanary(path: scratch.newPath("u"), stream: true)
    case .unixDatagram: try SocketCanary(path: scratch.newPath("d"), stream: false)
    // Names are told by whoever was given them; only the word must not be.
    case .abstractListener: try SocketCanary(abstract: "lockhost-" + Nonce.make())
    case .vsockListener: try SocketCanary.vsock()
    case .victim: try VictimCanary(probe: probe)
    case .systemVMemory: try SystemVCanary(.memory, word: word)
    case .systemVQueue: try SystemVCanary(.queue, word: word)
    case .systemVSemaphore: try SystemVCanary(.semaphore, word: word)
    case .posixMemory: try PosixCanary(memory: "/lockhost-" + Nonce.make(), word: word)
    case .posixQueue: try PosixCanary(queue: "/lockhost-" + Nonce.make(), word: word)
    case .terminal: try TerminalCanary()
    case .survivor: WordCanary()
    case .variable: try VariableCanary()
    case .descriptor: try DescriptorCanary(word: word, in: scratch)
    }
  }

  /// What stands for a canary in a call's arguments; nil for one that is not held.
  func value(_ kind: Canary) -> String? { held[kind]?.value }

  /// What is different in every run, with the word that stands for it, longest first.
  var names: [(value: String, name: String)] {
    // Short numbers, such as a port, may stand for something else in the same line.
    let values = held.map { (value: $0.value.value, name: $0.key.placeholder) }
      .filter { $0.value.utf8.count > 7 }
    let words = [word, variable].compactMap(\.self).map { (value: $0, name: "{word}") }
    return (words + values).sorted { $0.value.count > $1.value.count }
  }

  /// The terminal's other end, for a launcher's standard input.
  var terminal: SharedDescriptor? { (held[.terminal] as? TerminalCanary)?.terminal }
  /// What a launcher inherits, at the number that the canary names.
  var descriptor: SharedDescriptor? { (held[.descriptor] as? DescriptorCanary)?.reading }
  /// What the variable is to be in the launcher's environment; nil for none.
  var variable: String? { held[.variable]?.ownWord }
  /// Whether processes that stay are looked for.
  var watchesSurvivors: Bool { held[.survivor] != nil }

  /// Those that were touched, with what was seen.
  func touched(output: String, survivors: Int) -> [Canary: String] {
    var result: [Canary: String] = [:]
    for (kind, canary) in held {
      if let seen = canary.touched() { result[kind] = seen }
      if kind == .survivor, survivors > 0 {
        result[kind] = "\(survivors) processes were still there after the end"
      }
      if canary.tellsWord, output.contains(canary.ownWord ?? word) {
        result[kind] = "its secret word was told"
      }
    }
    return result
  }
}

/// One canary as the host holds it.
protocol HeldCanary: Sendable {
  /// How a probe finds it.
  var value: String { get }
  /// Whether it holds the secret word, so that the word in a probe's output shows that it was read.
  var tellsWord: Bool { get }
  /// A secret word of its own; nil for that of its set.
  var ownWord: String? { get }
  /// What happened to it; nil for nothing.
  func touched() -> String?
}

extension HeldCanary {
  var ownWord: String? { nil }
}

/// A canary whose word alone tells.
struct WordCanary: HeldCanary {
  let value = "-"
  let tellsWord = true
  func touched() -> String? { nil }
}
