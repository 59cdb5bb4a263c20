// SPDX-License-Identifier: MIT

import CLinux
import LockhostSystem

/// One report of the spawner, of pid 1, or of the guest to be.
struct SpawnerReport {
  /// What it says.
  enum Kind {
    case refused(LaunchStep, index: Int, code: Int32)
    case started(process: Int32)
    case failed(LaunchStep, index: Int, code: Int32, landlockVersion: Int)
    case guest
    case ready(landlockVersion: Int)
    case exited(waitStatus: Int32)
    case gone(GuestExit.Resources)
    case container(usedBySetUp: GuestExit.ContainerUse)
  }

  let kind: Kind
  let steps: [LaunchStep: MonotonicInstant]
  /// The one descriptor that some kinds carry.
  let descriptor: SharedDescriptor?

  /// Reads a packet.
  ///
  /// - Returns: Nil when it is none of ours, which only a broken spawner sends.
  init?(_ packet: PacketSocket.Packet) {
    guard packet.bytes.count == MemoryLayout<lh_report>.size, !packet.isTruncated else {
      return nil
    }
    let report = unsafe packet.bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: lh_report.self) }
    guard report.magic == LH_REPORT_MAGIC else { return nil }
    let step = LaunchStep(rawValue: report.step)
    switch lh_report_kind(report.kind) {
    case LH_REPORT_REFUSED:
      guard let step else { return nil }
      kind = .refused(step, index: Int(report.index), code: report.error)
    case LH_REPORT_STARTED:
      kind = .started(process: report.pid)
    case LH_REPORT_FAILED:
      guard let step else { return nil }
      kind = .failed(
        step, index: Int(report.index), code: report.error,
        landlockVersion: Int(report.landlock_abi))
    case LH_REPORT_GUEST:
      kind = .guest
    case LH_REPORT_READY:
      kind = .ready(landlockVersion: Int(report.landlock_abi))
    case LH_REPORT_EXITED:
      kind = .exited(waitStatus: report.wait_status)
    case LH_REPORT_GONE:
      kind = .gone(
        GuestExit.Resources(
          maximumResidentBytes: Int(clamping: report.max_resident_kibibytes) &* 1024,
          userMicroseconds: Int(clamping: report.user_microseconds),
          systemMicroseconds: Int(clamping: report.system_microseconds)))
    case LH_REPORT_CONTAINER:
      kind = .container(
        usedBySetUp: GuestExit.ContainerUse(
          files: Int(clamping: report.container_files),
          bytes: Int(clamping: report.container_bytes)))
    default:
      return nil
    }
    steps = Self.steps(of: report)
    descriptor = packet.descriptors.first
  }

  private static func steps(of report: lh_report) -> [LaunchStep: MonotonicInstant] {
    let instants = unsafe withUnsafeBytes(of: report.at) {
      unsafe [UInt64]($0.bindMemory(to: UInt64.self))
    }
    var steps: [LaunchStep: MonotonicInstant] = [:]
    for step in LaunchStep.allCases {
      let instant = instants[Int(step.rawValue)]
      if instant != 0 { steps[step] = MonotonicInstant(nanoseconds: instant) }
    }
    return steps
  }
}

extension LaunchStep {
  /// The call that fails at this step, as far as the step makes only one that can.
  var call: String {
    switch self {
    case .receive: "recvmsg(2)"
    case .plan: "mmap(2)"
    case .trees, .sources: "open_tree(2)"
    case .announced, .clone, .guest: "clone3(2)"
    case .identityMap: "write(2)"
    case .lifelines, .noNewPrivileges, .signals: "prctl(2)"
    case .identity, .realIdentity: "setresuid(2)"
    case .propagation, .sealRoot: "mount_setattr(2)"
    case .root, .container, .proc: "fsmount(2)"
    case .mounts: "move_mount(2)"
    case .pivot: "pivot_root(2)"
    case .hostname: "sethostname(2)"
    case .directories: "mkdir(2)"
    case .workingDirectory: "chdir(2)"
    case .executable: "openat2(2)"
    case .paths: "open(2)"
    case .capabilities: "capset(2)"
    case .session: "setsid(2)"
    case .standardDescriptors, .highDescriptors: "dup2(2)"
    case .landlock: "landlock_restrict_self(2)"
    case .limits: "setrlimit(2)"
    case .filter: "seccomp(2)"
    case .handover: "sendmsg(2)"
    case .execute: "execveat(2)"
    }
  }
}
