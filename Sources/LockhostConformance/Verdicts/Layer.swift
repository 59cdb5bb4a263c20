// SPDX-License-Identifier: MIT

/// Who answered a call.
package enum Layer: String, CaseIterable, Codable, Hashable, Sendable {
  /// The seccomp filter.
  case filter
  /// A namespace: what was named is not in it, or it has no right beyond it.
  case namespace
  /// A capability that the guest lacks, or `no_new_privs`.
  case capability
  /// Landlock.
  case landlock
  /// A mount's flags: read-only, `nosuid`, `nodev`, `noexec`.
  case mount
  /// A resource limit, a cgroup, or the size of a file system.
  case limit
  /// Nothing: the object does not exist inside.
  case absence
  /// The host's services, which admit requests by a table.
  case broker
  /// Whoever started the guest, and ends it.
  case supervisor
  /// The kernel itself, which answers everybody so.
  case kernel
}
