// SPDX-License-Identifier: MIT

extension GuestProcess {
  /// What its processes used until now; nil when it is dead, or this process may not look.
  ///
  /// For a guest that is about to be killed with its pid 1, of which the kernel adds nothing up: whoever
  /// dies with its namespace is waited for by nobody. Time is counted to a hundredth of a second, and
  /// that of orphans which pid 1 has reaped already is missing.
  func resourcesSoFar() -> GuestExit.Resources? {
    guard let first = firstNumber else { return nil }
    var resources = GuestExit.Resources(
      maximumResidentBytes: 0, userMicroseconds: 0, systemMicroseconds: 0)
    ProcessFolder.visit(below: first, atMost: Self.mostMeasured) { process in
      ProcessFolder.addConsumption(of: process, to: &resources)
    }
    // The numbers were the guest's for as long as its pid 1 was not reaped.
    return initialProcess.hasExited ? nil : resources
  }

  /// A bound on how long a guest that forks can put off its own end.
  private static var mostMeasured: Int { 128 }
}

extension GuestExit.Resources {
  /// The larger of two accounts of the same guest, neither of which may be whole.
  func combined(with other: GuestExit.Resources) -> GuestExit.Resources {
    GuestExit.Resources(
      maximumResidentBytes: max(maximumResidentBytes, other.maximumResidentBytes),
      userMicroseconds: max(userMicroseconds, other.userMicroseconds),
      systemMicroseconds: max(systemMicroseconds, other.systemMicroseconds))
  }
}
