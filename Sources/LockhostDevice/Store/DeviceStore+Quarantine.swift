// SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LockhostSystem

extension DeviceStore {
  private static let quarantineLimit = 4 << 20

  /// Which extensions are not started for a while.
  ///
  /// What cannot be read counts as nothing: a quarantine protects a person's patience, and no more.
  public func quarantine() -> Quarantine {
    guard
      let bytes = try? AtomicFile.read(
        StoredName.quarantine, in: directory, maximumBytes: Self.quarantineLimit)
    else { return Quarantine() }
    return (try? StoredJSON.decode(Quarantine.self, from: bytes)) ?? Quarantine()
  }

  /// Changes what is known of failed launches, one process at a time.
  ///
  /// Waits for another process that is changing it.
  public func updateQuarantine<Result>(
    _ change: (inout Quarantine) -> Result
  ) throws(DeviceError) -> Result {
    let file = path + "/quarantine.json"
    let lock = try DeviceError.storing("lock the quarantine", at: file) { () throws(SystemError) in
      try FileLock.take(StoredName.quarantineLock, in: directory, waiting: true)
    }
    defer { withExtendedLifetime(lock) {} }
    var quarantine = quarantine()
    let before = quarantine
    let result = change(&quarantine)
    guard quarantine != before else { return result }
    try DeviceError.storing("write the quarantine", at: file) { () throws(SystemError) in
      guard let bytes = try? StoredJSON.encode(quarantine, pretty: true) else {
        throw SystemError(call: "write(2)", code: EINVAL)
      }
      try AtomicFile.write(bytes, to: StoredName.quarantine, in: directory)
    }
    return result
  }

  /// The present time as a quarantine counts it.
  public static var quarantineTime: Int { Int(Date().timeIntervalSince1970 * 1000) }
}

extension ExtensionBundle {
  /// Which build of its program this is: another one when the file was written anew.
  public var build: String {
    var facts = stat()
    guard unsafe stat(executable.path, &facts) == 0 else { return "" }
    return "\(facts.st_size)-\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
  }
}

extension LaunchDecision {
  /// The decision for an extension that fails again and again: nothing is started for a while.
  public func quarantined(
    _ entry: Quarantine.Entry, identifier: String, at now: Int
  )
    -> LaunchDecision
  {
    let seconds = max(1, ((entry.until ?? now) - now + 999) / 1000)
    let detail =
      "\(identifier) failed at its launch \(entry.failures.count) times within five minutes, last: "
      + "\(entry.lastFailure); it is started again in \(seconds) s, or after "
      + "`lockhost quarantine lift \(identifier)`"
    let refusal = RuleOutcome(
      id: "extension.quarantine", title: "The extension does not fail again and again",
      outcome: .failed, detail: detail)
    let passed = rules.filter { $0.outcome == .passed }
    let rest = rules.dropFirst(passed.count).map {
      RuleOutcome(id: $0.id, title: $0.title, outcome: .notReached, detail: "")
    }
    return LaunchDecision(
      target: .nothing, requiresAuthentication: false,
      code: DeviceError.Code.quarantined.rawValue, rules: passed + [refusal] + rest)
  }
}
