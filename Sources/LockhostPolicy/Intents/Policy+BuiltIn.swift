// SPDX-License-Identifier: MIT

extension Policy {
  /// Reads a built-in policy.
  ///
  /// `capture`, `app` and `control` are the three kinds of guest of a device; `compute` is for
  /// plug-ins that get everything through descriptors; `program` is for ordinary programs of the
  /// system; `base` is what all of them include.
  ///
  /// - Throws: `PolicyError` when there is none of this name.
  public static func builtIn(_ name: String) throws(PolicyError) -> Policy {
    try PolicyLibrary.builtIn.policy(named: name)
  }

  /// The names of the built-in policies, in order.
  public static var builtInNames: [String] { PolicyLibrary.builtIn.names }
}
