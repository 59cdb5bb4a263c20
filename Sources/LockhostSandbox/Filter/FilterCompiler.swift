// SPDX-License-Identifier: MIT

public import LockhostPolicy

/// Compiles policies into filters with libseccomp, and keeps what it compiled.
///
/// Everything that is not a rule of the policy is decided here, not by its author: calls of another
/// convention are killed for, so are x32 calls, both halves of every argument are compared, and
/// numbers that the table of calls does not know answer `ENOSYS`.
public enum FilterCompiler {
  /// Compiles a policy for one launch, or finds it compiled.
  ///
  /// Takes some milliseconds the first time and microseconds after; compile before the launch that
  /// is to be quick. Any thread may call it.
  ///
  /// - Parameters:
  ///   - policy: What the guest may do.
  ///   - executable: The number of the executable's descriptor, `K`: the guest's `RLIMIT_NOFILE`.
  ///     nil compiles a filter without the launcher's own rules.
  ///   - listener: Whether refusals that are reported, and those that kill, go to a listener. A dead
  ///     listener refuses them all with `ENOSYS`.
  ///   - tier: In which tier the guest runs; `floor` has stricter rules (`FloorRules`).
  ///   - cache: Where compiled programs are kept from one process to the next, or nil.
  /// - Throws: `FilterError` when the policy has no meaning, libseccomp cannot compile it, the program
  ///   is not the policy, or the policy cannot be had in the tier.
  public static func compile(
    _ policy: Policy, executable: UInt32?, listener: Bool = true, tier: SandboxTier = .full,
    cache: FilterCache? = nil
  ) throws(FilterError) -> FilterProgram {
    let key = CompiledFilters.Key(
      policy: policy, executable: executable, listener: listener, isForFloor: tier == .floor)
    if let known = CompiledFilters.shared[key] { return known }
    let rules = try rules(of: policy, in: tier)
    let launch = executable.map(LaunchDescriptors.init(executable:))
    var program = FilterProgram(
      instructions: [], rules: rules, launch: launch, usesListener: listener)
    if let instructions = cache?.instructions(of: program) {
      program = program.with(instructions)
    } else {
      program = program.with(try SeccompContext.instructions(of: program))
      cache?.keep(program)
    }
    CompiledFilters.shared[key] = program
    return program
  }

  private static func rules(
    of policy: Policy, in tier: SandboxTier
  ) throws(FilterError) -> RuleTable {
    let rules: RuleTable
    do throws(PolicyError) {
      rules = try policy.resolved()
    } catch {
      throw .policy(error)
    }
    guard tier == .floor else { return rules }
    do throws(FloorRefusal) {
      return try rules.onFloor()
    } catch {
      throw .floor(error)
    }
  }

  /// Makes a filter that asks the listener about every call, for a `CallRecorder` to answer.
  ///
  /// - Throws: `FilterError` when the policy has no meaning.
  public static func recording(
    _ policy: Policy, executable: UInt32?
  ) throws(FilterError) -> FilterProgram {
    do {
      return .recording(
        try policy.resolved(), launch: executable.map(LaunchDescriptors.init(executable:)))
    } catch {
      throw .policy(error)
    }
  }
}
