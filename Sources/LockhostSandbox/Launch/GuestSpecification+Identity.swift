// SPDX-License-Identifier: MIT

extension GuestSpecification.Identity {
  /// The identity of a guest to which no folder of the host belongs: for root a user that nobody else
  /// is, drawn anew each time; for everybody else their own.
  ///
  /// - Throws: `SandboxError` when root has no such user in this user namespace.
  package static func fresh() throws(SandboxError) -> GuestSpecification.Identity {
    try ShownFiles(readable: [], writable: []).identity()
  }
}
