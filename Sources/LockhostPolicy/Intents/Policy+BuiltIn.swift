// SPDX-License-Identifier: MIT

extension Policy {
  /// Reads a built-in policy: `capture`, `app`, `control` or `compute`.
  ///
  /// - Throws: `PolicyError` when there is none of this name.
  public static func builtIn(_ name: String) throws(PolicyError) -> Policy {
    try PolicyLibrary.builtIn.policy(named: name)
  }
}
