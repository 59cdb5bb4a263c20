// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem

/// Finding programs as a shell does, and what they say of themselves.
enum CommandSearch {
  /// Where a program is: as given if that is a path, else by `PATH`.
  static func find(_ program: String) -> String? {
    if program.contains("/") { return unsafe access(program, X_OK) == 0 ? program : nil }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(program)" }.first {
      unsafe access($0, X_OK) == 0
    }
  }

  /// The first line that a program prints; empty where it is not there or says nothing.
  static func firstLine(of words: [String], on ground: ProbeGround) async -> String {
    guard let first = words.first, let program = find(first) else { return "" }
    do throws(SystemError) {
      let folder = try ground.scratch.folder("version")
      let run = try await ground.supervise(
        [program] + words.dropFirst(), folder: folder,
        environment: ProcessInfo.processInfo.environment, input: try SharedDescriptor.null(),
        inherited: nil, deadline: .seconds(5), grace: .zero, outputLimit: .kibibytes(4),
        patience: .seconds(5))
      return run.output.split(separator: "\n").first.map(String.init) ?? ""
    } catch {
      return ""
    }
  }
}
