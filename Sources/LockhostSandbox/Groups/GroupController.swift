// SPDX-License-Identifier: MIT

/// What a cgroup can limit, where the kernel's controller for it was handed down.
public enum GroupController: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// Memory of all of a guest together, what the kernel keeps for it included.
  case memory
  /// Processes and threads.
  case processes = "pids"
  /// Processor time.
  case processors = "cpu"

  /// Orders by name, for lists.
  public static func < (left: GroupController, right: GroupController) -> Bool {
    left.rawValue < right.rawValue
  }
}
