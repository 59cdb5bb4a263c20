// SPDX-License-Identifier: MIT

import Foundation

/// One process, told apart from a later one with the same number by the time of its start.
package struct ProcessIdentity: Hashable, Sendable, CustomStringConvertible {
  /// Its number in this process's pid namespace.
  package let number: Int32
  /// Clock ticks from the machine's start to the process's.
  package let startTicks: UInt64
  /// Its name, as the kernel keeps it: at most fifteen bytes.
  package let name: String

  package var description: String { "\(number) (\(name))" }

  /// Whether it is still there.
  ///
  /// A zombie is not: it has nothing but its number any more, and only waits for whoever inherited
  /// it, which after the death of its parent is the machine's own pid 1.
  package var exists: Bool {
    guard let found = ProcessIdentity.read(number), found.state != "Z", found.state != "X" else {
      return false
    }
    return found.identity.startTicks == startTicks
  }

  /// Every descendant that a process has now, without itself.
  package static func descendants(of ancestor: Int32) -> Set<ProcessIdentity> {
    var children: [Int32: [ProcessIdentity]] = [:]
    for entry in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
      guard let number = Int32(entry), let found = read(number) else { continue }
      children[found.parent, default: []].append(found.identity)
    }
    var found: Set<ProcessIdentity> = []
    var waiting = [ancestor]
    while let next = waiting.popLast() {
      for child in children[next] ?? [] where found.insert(child).inserted {
        waiting.append(child.number)
      }
    }
    return found
  }

  private struct Entry {
    let identity: ProcessIdentity
    let parent: Int32
    let state: Substring
  }

  private static func read(_ number: Int32) -> Entry? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(number)/stat") else {
      return nil
    }
    let text = String(decoding: data, as: UTF8.self)
    // The name is in parentheses and may hold any byte, so fields count from the last one.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 19, let parent = Int32(fields[1]), let start = UInt64(fields[19]) else {
      return nil
    }
    let name = String(text[text.index(after: open)..<close])
    return Entry(
      identity: ProcessIdentity(number: number, startTicks: start, name: name), parent: parent,
      state: fields[0])
  }
}
