// SPDX-License-Identifier: MIT

import Glibc
import LockhostPolicy

extension FilterCompiler {
  /// Compiles a built-in policy for one launch, or finds it by its name without reading it.
  ///
  /// Two programs share what was kept only if they are the same file, unchanged: a policy's name means
  /// what the program that wrote it means by it.
  ///
  /// - Throws: `FilterError` as for any policy.
  static func compile(
    _ known: BuiltInPolicy, withLibraries: Bool, executable: UInt32, cache: FilterCache
  ) throws(FilterError) -> FilterProgram {
    let policy: @Sendable () -> Policy = {
      var policy = known.policy
      if withLibraries { policy.allow(.libraries) }
      return policy
    }
    let key = RunningProgram.mark.map {
      "\($0)\npolicy \(known.rawValue)\nlibraries \(withLibraries)\nexecutable \(executable)"
    }
    if let key, let instructions = cache.instructions(named: key) {
      return FilterProgram(
        instructions: instructions, launch: LaunchDescriptors(executable: executable),
        usesListener: true
      ) {
        // It was resolved when it was compiled; were it not, nothing would be admitted.
        (try? policy().resolved()) ?? RuleTable(refusingAllOf: known.rawValue)
      }
    }
    let program = try compile(policy(), executable: executable, cache: cache)
    if let key { cache.keep(program.instructions, named: key) }
    return program
  }
}

/// The file of the program that runs.
private enum RunningProgram {
  /// What tells it from every other build: the file, and when it was last changed in any way.
  static let mark: String? = {
    var facts = stat()
    guard unsafe stat("/proc/self/exe", &facts) == 0 else { return nil }
    let (modified, changed) = (facts.st_mtim, facts.st_ctim)
    return "program \(facts.st_dev) \(facts.st_ino) \(facts.st_size) "
      + "\(modified.tv_sec).\(modified.tv_nsec) \(changed.tv_sec).\(changed.tv_nsec)"
  }()
}
