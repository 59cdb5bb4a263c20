// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostPolicy
import LockhostSystem

/// Writes a plan: the specification as the flat bytes that the spawner reads.
///
/// The layout is `struct lh_plan` in `lockhost_plan.h`; offsets count from the plan's first byte.
struct PlanEncoder {
  /// What the plan names by its place in the request.
  struct Descriptors {
    var executable: UInt32
    var input: UInt32
    var output: UInt32
    var error: UInt32
    var wire: UInt32?
    var cgroup: UInt32?
    var container: UInt32?
    var lock: UInt32?
    var held: UInt32?
    var mounts: [(index: UInt32, isFile: Bool)]
  }

  private var strings: [UInt8] = []
  private var tables: [UInt8] = []

  /// Encodes a specification that ``GuestSpecification/validate()`` has accepted.
  static func encode(
    _ specification: GuestSpecification, descriptors: Descriptors
  ) -> [UInt8] {
    var encoder = PlanEncoder()
    return encoder.encode(specification, descriptors)
  }

  private mutating func encode(
    _ guest: GuestSpecification, _ descriptors: Descriptors
  ) -> [UInt8] {
    var plan = lh_plan()
    plan.magic = LH_PLAN_MAGIC
    plan.version = LH_PROTOCOL_VERSION
    plan.layers = layers(of: guest)
    (plan.host_uid, plan.host_gid) = guest.hostIdentity
    plan.inside_uid = GuestSpecification.insideIdentity
    plan.inside_gid = GuestSpecification.insideIdentity
    plan.open_files = UInt32(guest.limits.openFiles)
    plan.umask = 0o077
    plan.filter_flags =
      guest.filter.hasListener ? UInt32(LH_FILTER_NEW_LISTENER | LH_FILTER_WAIT_KILLABLE) : 0
    plan.oom_score_adj = guest.limits.outOfMemoryScore
    plan.container_bytes = UInt64(guest.container?.size.bytes ?? 0)
    plan.container_inodes = UInt64(guest.container?.files ?? 0)
    plan.container = guest.container.map { add($0.path) } ?? LH_NONE
    plan.executable = add(guest.executable.path)
    plan.working_directory = add(guest.workingDirectory)
    plan.hostname = add(guest.hostname)
    plan.executable_descriptor = descriptors.executable
    plan.input_descriptor = descriptors.input
    plan.output_descriptor = descriptors.output
    plan.error_descriptor = descriptors.error
    plan.wire_descriptor = descriptors.wire ?? LH_NONE
    plan.cgroup_descriptor = descriptors.cgroup ?? LH_NONE
    plan.container_descriptor = descriptors.container ?? LH_NONE
    plan.lock_descriptor = descriptors.lock ?? LH_NONE
    plan.held_descriptor = descriptors.held ?? LH_NONE
    if guest.tier == .floor {
      plan.landlock_minimum = UInt32(guest.minimumLandlock)
      plan.own_process = UInt32(RuleTable.ownProcess)
    }

    plan.limits = table(guest.limits.table)
    plan.filter = bytes(guest.filter.program, elementSize: 8)
    plan.arguments = table(guest.arguments.map { add($0) })
    plan.environment = table(
      guest.environment.sorted { $0.key < $1.key }.map { add($0.key + "=" + $0.value) })
    plan.directories = table(guest.directories.map { add($0) })
    plan.mounts = table(
      zip(guest.mounts, descriptors.mounts).map { mount, place in
        lh_mount(
          source: add(mount.source.path), target: add(mount.target), descriptor: place.index,
          flags: flags(of: mount, isFile: place.isFile))
      })
    // Last, when every string is known.
    plan.strings = bytes(strings, elementSize: 1)
    plan.bytes = UInt32(MemoryLayout<lh_plan>.size + tables.count)
    return unsafe withUnsafeBytes(of: plan) { unsafe [UInt8]($0) } + tables
  }

  private func layers(of guest: GuestSpecification) -> UInt32 {
    var layers: UInt32 = 0
    if guest.tier == .full { layers |= LH_LAYER_USER_NAMESPACE.rawValue }
    if guest.tier == .floor { layers |= LH_LAYER_FLOOR.rawValue }
    if guest.showsProcesses { layers |= LH_LAYER_PROC.rawValue }
    if guest.stopsAtStart { layers |= LH_LAYER_STOPPED.rawValue }
    if case .unprivileged = guest.identity, guest.tier != .floor {
      layers |= LH_LAYER_SOURCES_BY_DESCRIPTOR.rawValue
    }
    return layers
  }

  private func flags(of mount: GuestSpecification.Mount, isFile: Bool) -> UInt32 {
    var flags: UInt32 = 0
    if mount.isWritable { flags |= LH_MOUNT_WRITABLE.rawValue }
    if mount.isExecutable { flags |= LH_MOUNT_EXECUTABLE.rawValue }
    if mount.isDevice { flags |= LH_MOUNT_DEVICE.rawValue }
    if isFile { flags |= LH_MOUNT_FILE.rawValue }
    return flags
  }

  private mutating func add(_ string: String) -> UInt32 {
    let offset = UInt32(strings.count)
    strings.append(contentsOf: string.utf8)
    strings.append(0)
    return offset
  }

  private mutating func table<Element: BitwiseCopyable>(_ elements: [Element]) -> lh_table {
    let raw = unsafe elements.withUnsafeBytes { unsafe [UInt8]($0) }
    return bytes(raw, elementSize: MemoryLayout<Element>.stride)
  }

  private mutating func bytes(_ raw: [UInt8], elementSize: Int) -> lh_table {
    while tables.count % 8 != 0 { tables.append(0) }
    let place = lh_table(
      offset: UInt32(MemoryLayout<lh_plan>.size + tables.count),
      count: UInt32(raw.count / elementSize))
    tables.append(contentsOf: raw)
    return place
  }
}

extension GuestSpecification {
  /// The user and group that every guest is in its own user namespace: an ordinary user's, so that
  /// programs which treat 0 specially do not, and none of the host's in particular.
  package static let insideIdentity: UInt32 = 1000

  /// The user and group that the guest is in the host.
  var hostIdentity: (UInt32, UInt32) {
    switch identity {
    case .own: (geteuid(), getegid())
    case .unprivileged(let user, let group): (user, group)
    }
  }
}

extension GuestSpecification.Limits {
  /// The limits as the spawner sets them.
  ///
  /// Where the host itself may have less than is asked for, the guest gets that: a limit can only
  /// come out stricter than it was written.
  var table: [lh_limit] {
    let none = UInt64.max
    // A limit in bytes or counts is never negative after validation.
    let values: [(UInt32, UInt64)] = [
      (UInt32(RLIMIT_AS.rawValue), addressSpace.map { UInt64($0.bytes) } ?? none),
      (UInt32(RLIMIT_DATA.rawValue), data.map { UInt64($0.bytes) } ?? none),
      (UInt32(RLIMIT_FSIZE.rawValue), UInt64(fileSize.bytes)),
      (UInt32(RLIMIT_STACK.rawValue), UInt64(stack.bytes)),
      (
        UInt32(RLIMIT_CPU.rawValue),
        processorTime.map { UInt64(max($0.components.seconds, 1)) } ?? none
      ),
      (UInt32(LH_RLIMIT_MEMLOCK), UInt64(lockedMemory.bytes)),
      // pid 1, which is lockhost's, has the same user and is counted too.
      (UInt32(LH_RLIMIT_NPROC), UInt64(processes) + 1),
      // A limit of 0 does not stop a core handler behind a pipe; 1 does (core(5), Linux 3.7).
      (UInt32(RLIMIT_CORE.rawValue), 1),
      (UInt32(LH_RLIMIT_MSGQUEUE), 0),
      (UInt32(LH_RLIMIT_SIGPENDING), 256),
      (UInt32(LH_RLIMIT_RTPRIO), 0),
      (UInt32(LH_RLIMIT_NICE), 0),
    ]
    return values.map { resource, value in
      lh_limit(resource: resource, reserved: 0, value: min(value, lh_hard_limit(resource)))
    }
  }
}
