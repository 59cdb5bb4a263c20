// SPDX-License-Identifier: MIT

public import LockhostPolicy

/// Compiles policies into filters with libseccomp.
public enum FilterCompiler {
  /// Compiles a policy for one launch.
  ///
  /// - Parameters:
  ///   - policy: What the guest may do.
  ///   - executable: The number of the executable's descriptor, `K`: the guest's `RLIMIT_NOFILE`.
  ///     nil compiles a filter without the launcher's two rules.
  ///   - listener: Whether refusals that are reported go to a listener.
  /// - Throws: `FilterError` when the policy has no meaning or libseccomp cannot compile it.
  public static func compile(
    _ policy: Policy, executable: UInt32?, listener: Bool = true
  ) throws(FilterError) -> FilterProgram {
    do {
      return FilterProgram(
        instructions: [], rules: try policy.resolved(),
        launch: executable.map(LaunchDescriptors.init(executable:)), usesListener: listener)
    } catch {
      throw .policy(error)
    }
  }
}
