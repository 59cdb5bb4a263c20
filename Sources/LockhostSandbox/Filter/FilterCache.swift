// SPDX-License-Identifier: MIT

import LockhostPolicy

/// Compiled programs, kept in a folder from one process to the next.
public struct FilterCache: Sendable {
  func instructions(of program: FilterProgram) -> [FilterInstruction]? { nil }
  func keep(_ program: FilterProgram) {}
}
