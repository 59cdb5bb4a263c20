// SPDX-License-Identifier: MIT

extension SandboxError: CustomStringConvertible {
  /// What happened and why, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .launch(let step, let index, let cause):
      "the launch failed at step \(step.rawValue), \(step), element \(index): \(cause)"
    case .tierUnavailable(let tier, let reason):
      "the sandbox cannot be made in tier \(tier.rawValue): \(reason)"
    case .invalidSpecification(let field, let reason):
      "the guest's \(field) cannot be meant: \(reason)"
    case .unreadable(let path, let cause): "\(path) cannot be opened: \(cause)"
    case .unwritable(let path, let owner):
      "\(path) belongs to user \(owner), and the program is another user"
    case .unshowable(let path, let mounts, _):
      "\(path) cannot be shown in the sandbox: other file systems are mounted below it, such as "
        + (mounts.first ?? "")
    case .notProgram(let path, let cause): "\(path) \(cause)"
    case .filter(let cause): "\(cause)"
    case .spawnerUnavailable(let cause): "lockhost-spawn cannot be started: \(cause)"
    case .spawnerDied: "lockhost-spawn ended while it was making the sandbox"
    case .diedDuringSetUp(let step):
      "the guest died during its set-up, after step \(step.rawValue), \(step)"
    case .timedOut(let limit): "the program did not run within \(limit)"
    case .cancelled: "the launch was interrupted"
    case .system(let cause): "\(cause)"
    }
  }
}
