// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

extension GuestSpecification {
  /// Checks everything that can be told without opening a file.
  ///
  /// - Throws: `SandboxError.invalidSpecification` for the first field that cannot be meant, or
  ///   `.tierUnavailable` for a tier that is never offered, or not to this user.
  func validate() throws(SandboxError) {
    try validateTier()
    try validateIdentity()
    try check(executable.source.path, "executable")
    try check(executable.path, "executable")
    try check(workingDirectory, "workingDirectory")
    try validateMounts()
    if let container {
      try check(container.path, "container.path")
      try require(container.size.bytes > 0, "container.size", "is not positive")
      try require(container.files > 0, "container.files", "is not positive")
    }
    try require(directories.count <= LH_MAX_DIRECTORIES, "directories", "are too many")
    for directory in directories { try check(directory, "directories") }
    try validateText()
    try validateLimits()
    let program = filter.program
    try require(
      !program.isEmpty && program.count % 8 == 0 && program.count / 8 <= LH_MAX_FILTER, "filter",
      "is not a list of 1 to \(LH_MAX_FILTER) instructions")
  }

  private func validateTier() throws(SandboxError) {
    switch tier {
    case .full: break
    case .noUserNamespace:
      guard geteuid() == 0 else {
        throw .tierUnavailable(tier, reason: "only root can take another user's ids")
      }
    case .floor:
      // Its rules are what stands where the namespaces do elsewhere.
      try require(filter.isForFloor, "filter", "was not compiled for tier floor")
      try require(
        !stopsAtStart, "stopsAtStart", "is for a stronger tier: a debugger is another process")
    }
  }

  private func validateIdentity() throws(SandboxError) {
    switch identity {
    case .own:
      try require(geteuid() != 0, "identity", "is root's own; root must name another user")
    case .unprivileged(let user, let group):
      try require(geteuid() == 0, "identity", "names another user, which only root may")
      try require(user != 0 && group != 0, "identity", "is root")
      try require(user != .max && group != .max, "identity", "is not an id")
    }
  }

  private func validateMounts() throws(SandboxError) {
    try require(
      mounts.count <= LH_MAX_MOUNTS, "mounts",
      "are \(mounts.count), and at most \(LH_MAX_MOUNTS) can be made")
    for mount in mounts {
      try check(mount.source.path, "mounts")
      try check(mount.target, "mounts")
      try require(mount.target != "/", "mounts", "cover the root; name the folders that are needed")
    }
  }

  private func validateText() throws(SandboxError) {
    try require(!arguments.isEmpty, "arguments", "are empty; the first is the program's name")
    try require(
      arguments.count <= LH_MAX_ARGUMENTS, "arguments",
      "are \(arguments.count), and at most \(LH_MAX_ARGUMENTS) can be passed")
    for argument in arguments { try checkText(argument, "arguments") }
    try require(
      environment.count <= LH_MAX_ENVIRONMENT, "environment",
      "has \(environment.count) variables, and at most \(LH_MAX_ENVIRONMENT) can be passed")
    for (name, value) in environment {
      try require(!name.isEmpty && !name.utf8.contains(61), "environment", "has a name with \"=\"")
      try checkText(name, "environment")
      try checkText(value, "environment")
    }
    try checkText(hostname, "hostname")
    try require(
      (1...Int(LH_MAX_HOSTNAME)).contains(hostname.utf8.count), "hostname",
      "has not 1 to \(LH_MAX_HOSTNAME) bytes")
  }

  private func validateLimits() throws(SandboxError) {
    // Descriptors 0 to 3, the listener, and a few for the program to start with.
    try require((16...65_534).contains(limits.openFiles), "limits.openFiles", "is not 16…65534")
    // The last two are beyond the guest's own, and are put there by way of two more.
    let needed = UInt64(limits.openFiles) + 16
    let most = lh_hard_limit(UInt32(RLIMIT_NOFILE.rawValue))
    try require(
      needed <= most, "limits.openFiles",
      "needs \(needed) descriptors, of which this process may have \(most) (RLIMIT_NOFILE, as "
        + "`ulimit -Hn` shows it)")
    try require(limits.processes >= 1, "limits.processes", "is less than 1")
    let sizes = [
      limits.addressSpace, limits.data, limits.fileSize, limits.stack, limits.lockedMemory,
    ]
    for size in sizes { try require((size?.bytes ?? 0) >= 0, "limits", "are negative") }
    try require(
      (0...1000).contains(limits.outOfMemoryScore), "limits.outOfMemoryScore", "is not 0…1000")
  }

  private func check(_ path: String, _ field: String) throws(SandboxError) {
    try require(path.utf8.first == UInt8(ascii: "/"), field, "is not an absolute path: \(path)")
    try require(path.utf8.count < 4096, field, "is longer than a path can be")
    try checkText(path, field)
  }

  private func checkText(_ text: String, _ field: String) throws(SandboxError) {
    try require(!text.utf8.contains(0), field, "contains a zero byte")
  }

  private func require(
    _ condition: Bool, _ field: String, _ reason: @autoclosure () -> String
  ) throws(SandboxError) {
    guard condition else { throw .invalidSpecification(field: field, reason: reason()) }
  }
}
