// SPDX-License-Identifier: MIT

import Glibc
package import LockhostDevice
package import LockhostSandbox
package import LockhostServices
import LockhostSystem

// What the modules' own errors mean for the person at the command line. Each keeps its code, its
// words and its advice; only the exit status is decided here.

extension CommandFailure {
  /// A bundle that cannot be used, or state that cannot be read or written.
  package init(_ error: DeviceError) {
    let status =
      switch error.code {
      case .storeBusy, .sessionLive: ExitStatus.temporary
      case .nameInvalid: ExitStatus.usage
      case .cameraNotPermitted: ExitStatus.noPermission
      default: ExitStatus.badData
      }
    let place = error.path.map { $0 + ": " } ?? ""
    let answer = error.cause.map { " (\($0.call): \($0.message))" } ?? ""
    self.init(
      code: error.code.rawValue, place + error.message + answer, help: [error.fix],
      exitStatus: status)
  }

  /// A picture, camera source or photo library that cannot be used.
  package init(_ error: ServiceError) {
    let detail = error.detail.isEmpty ? "" : ": " + error.detail
    let answer = error.cause.map { " (\($0.call): \($0.message))" } ?? ""
    self.init(
      code: error.code.name, "\(error.code.title): \(error.subject)\(detail)\(answer)",
      help: [error.code.fix],
      exitStatus: error.code == .encodingFailed ? ExitStatus.software : ExitStatus.badData)
  }

  /// A guest that could not be started.
  package init(_ error: SandboxError) {
    let doctor = "`lockhost doctor` shows what this machine allows"
    switch error {
    case .launch(let step, let index, let cause):
      self.init(
        code: "LH3002", "the launch failed at step \(step.rawValue), \(step)",
        details: ["element \(index) of it: \(cause.call): \(cause.message) (\(cause.name))"],
        help: [doctor], exitStatus: ExitStatus.cannotStart)
    case .tierUnavailable(let tier, let reason):
      self.init(
        code: "LH3001", "the sandbox cannot be made in tier \(tier.rawValue): \(reason)",
        help: [doctor], exitStatus: ExitStatus.unavailable)
    case .invalidSpecification(let field, let reason):
      self.init(
        code: "LH3006", "the guest's \(field) cannot be meant: \(reason)",
        help: field == "arguments" ? ["pass what is much in a file, or on standard input"] : [],
        exitStatus: ExitStatus.badData)
    case .unreadable(let path, let cause):
      self.init(
        code: "LH3007", "\(path) cannot be opened: \(cause.message)",
        help: ["check the path and its permissions"], exitStatus: ExitStatus.badData)
    case .unwritable(let path, let owner):
      let whose = owner == 0 ? "root" : "user \(owner)"
      self.init(
        code: "LH3022", "\(path) belongs to \(whose), and the program is another user",
        details: ["as root, all that is to be written in must belong to one ordinary user"],
        help: ["chown -R 1000 \(path)", "or run lockhost as the user to whom it belongs"],
        exitStatus: ExitStatus.cannotStart)
    case .unshowable(let path, let mounts, _):
      let more = mounts.count > 1 ? " and \(mounts.count - 1) more" : ""
      self.init(
        code: "LH3023",
        "\(path) cannot be shown in the sandbox: other file systems are mounted below it",
        details: ["\(mounts.first ?? "")\(more), which the kernel lets only root leave out"],
        help: ["name what the program needs of it, such as single files, and not all of \(path)"],
        exitStatus: ExitStatus.cannotStart)
    case .notProgram(let path, let cause):
      self.init(
        code: "LH5011", "\(path) \(cause)",
        help: ["a script needs its interpreter as the program, and `--read` for itself"],
        exitStatus: ExitStatus.notExecutable)
    case .filter(let cause):
      self.init(cause)
    case .spawnerUnavailable(let cause):
      self.init(
        code: "LH3003", "lockhost-spawn cannot be started: \(cause.call): \(cause.message)",
        help: [Self.advice(onSpawner: cause)], exitStatus: ExitStatus.cannotStart)
    case .spawnerDied:
      self.init(
        code: "LH3004", "lockhost-spawn ended while it was making the sandbox",
        exitStatus: ExitStatus.cannotStart)
    case .diedDuringSetUp(let step):
      self.init(
        code: "LH3002", "the guest died during its set-up, after step \(step.rawValue), \(step)",
        help: [doctor], exitStatus: ExitStatus.cannotStart)
    case .timedOut(let limit):
      self.init(
        code: "LH3005", "the program did not run within \(DurationText.describe(limit))",
        exitStatus: ExitStatus.cannotStart)
    case .cancelled:
      self.init(
        code: "LH2005", "the launch was interrupted", exitStatus: 130)
    case .system(let cause) where cause.code == EFBIG:
      self.init(
        code: "LH3010", "\(cause.call): \(cause.message)",
        help: [
          "raise the limit on the size of files, which `ulimit -f` shows: it is lockhost's too"
        ],
        exitStatus: ExitStatus.cannotStart)
    case .system(let cause):
      self.init(
        code: "LH3010", "\(cause.call): \(cause.message)", help: [doctor],
        exitStatus: ExitStatus.cannotStart)
    }
  }

  private static func advice(onSpawner cause: SystemError) -> String {
    switch cause.code {
    case ENOEXEC, ELIBBAD:
      "the file beside `lockhost` is not that program, or not all of it: install lockhost again"
    case EACCES: "the file beside `lockhost` must be executable"
    case EAGAIN, ENOMEM: "end other programs, or raise the limit that `ulimit -u` shows"
    default: "it must be beside `lockhost`"
    }
  }

  /// A policy that did not become a filter.
  package init(_ error: FilterError) {
    switch error {
    case .policy(let cause):
      self.init(
        code: "LH3008", "the policy has no meaning: \(cause)", exitStatus: ExitStatus.badData)
    case .floor(let refusal):
      self.init(
        code: "LH3020", "the policy cannot be had in tier floor: \(refusal)",
        help: [
          "take it back with `without …` in a policy of your own, if the program can do without",
          "`lockhost doctor` says why this machine gives no stronger tier",
        ], exitStatus: ExitStatus.unavailable)
    case .compiler(let call, EFBIG, _):
      self.init(SandboxError.system(SystemError(call: call, code: EFBIG)))
    case .compiler, .disagreement:
      self.init(code: "LH3009", error.description, exitStatus: ExitStatus.software)
    }
  }
}
