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

  /// Whether it is stopped, as by Ctrl-Z.
  package var isStopped: Bool {
    // Its name may be another by now: a shell's child takes its program's.
    guard let found = ProcessIdentity.read(number), found.identity.startTicks == startTicks
    else { return false }
    return found.state == "T"
  }

  /// The process that has this number now.
  package static func of(_ number: Int32) -> ProcessIdentity? { read(number)?.identity }

  /// Every descendant that a process has now, without itself.
  ///
  /// Asks the kernel for the children of each thread, and not every process for its parent: a machine
  /// has hundreds, a guest's family has five.
  package static func descendants(of ancestor: Int32) -> Set<ProcessIdentity> {
    precondition(
      FileManager.default.fileExists(atPath: "/proc/thread-self/children"),
      "this kernel lists no children in /proc (CONFIG_PROC_CHILDREN)")
    var found: Set<ProcessIdentity> = []
    var waiting = [ancestor]
    while let next = waiting.popLast() {
      let threads =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(next)/task")) ?? []
      for thread in threads {
        // What has ended meanwhile has no file any more.
        let children = read(path: "/proc/\(next)/task/\(thread)/children") ?? ""
        for child in children.split(separator: " ") {
          guard let number = Int32(child), let entry = read(number) else { continue }
          if found.insert(entry.identity).inserted { waiting.append(number) }
        }
      }
    }
    return found
  }

  private static func read(path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  private struct Entry {
    let identity: ProcessIdentity
    let state: Substring
  }

  private static func read(_ number: Int32) -> Entry? {
    guard let text = read(path: "/proc/\(number)/stat") else { return nil }
    // The name is in parentheses and may hold any byte, so fields count from the last one.
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[text.index(after: close)...].split(separator: " ")
    guard fields.count > 19, let start = UInt64(fields[19]) else { return nil }
    let name = String(text[text.index(after: open)..<close])
    return Entry(
      identity: ProcessIdentity(number: number, startTicks: start, name: name), state: fields[0])
  }
}
