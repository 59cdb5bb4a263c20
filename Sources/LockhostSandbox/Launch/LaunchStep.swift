// SPDX-License-Identifier: MIT

/// The steps of a launch, in the order they are taken.
///
/// The numbers are those of `enum lh_step` in `lockhost_plan.h`, where the reason for each place in
/// the order is written; a test compares the two.
public enum LaunchStep: UInt32, CaseIterable, Hashable, Sendable, Comparable {
  /// The spawner began to make the namespaces of a launch that was announced; missing where it had
  /// them already, or made them at ``clone``.
  case announced = 1
  /// The spawner received the request whole.
  case receive
  /// The plan is sealed and holds together.
  case plan
  /// As root: the sources of mounts, cloned from their descriptors.
  case trees
  /// One `clone3(2)` with every namespace.
  case clone
  /// `setgroups` denied, then the group map, then the user map.
  case identityMap
  /// pid 1: parent-death signal, lifelines, and no capability in the bounding set.
  case lifelines
  /// pid 1: the ids inside the user namespace.
  case identity
  /// pid 1: no mount below reaches the host.
  case propagation
  /// pid 1: the sources of mounts, opened by path and compared with their descriptors.
  case sources
  /// pid 1: an empty root.
  case root
  /// pid 1: the mounts, in the order of the specification.
  case mounts
  /// pid 1: the temporary container.
  case container
  /// pid 1: `/proc`, where it was asked for.
  case proc
  /// pid 1: `pivot_root(2)`.
  case pivot
  /// pid 1: the root becomes read-only.
  case sealRoot
  /// pid 1: the host name.
  case hostname
  /// pid 1, without a user namespace: groups, group, user.
  case realIdentity
  /// pid 1: folders made for the guest.
  case directories
  /// pid 1: the working directory.
  case workingDirectory
  /// pid 1: the executable, opened in the new root and compared with its descriptor.
  case executable
  /// pid 1: every other capability set emptied, and locked.
  case capabilities
  /// pid 1: `no_new_privs`.
  case noNewPrivileges
  /// Tier `floor`: each path that the guest is given, walked as the guest.
  case paths
  /// pid 1: the clone that becomes the guest.
  case guest
  /// A session and process group of its own.
  case session
  /// Standard input, output, error, and the wire.
  case standardDescriptors
  /// Landlock's rules.
  case landlock
  /// The executable to its number; everything else closed.
  case highDescriptors
  /// Resource limits.
  case limits
  /// File mode mask, timer slack, signal mask.
  case signals
  /// The seccomp filter.
  case filter
  /// The filter's listener goes to the host.
  case handover
  /// `execveat(2)`.
  case execute

  /// Orders by the sequence in which the steps are taken.
  public static func < (left: LaunchStep, right: LaunchStep) -> Bool {
    left.rawValue < right.rawValue
  }
}
