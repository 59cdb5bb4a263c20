// SPDX-License-Identifier: MIT

public import LockhostPolicy
import LockhostSystem

/// Why a policy did not become a filter.
public enum FilterError: Error, Hashable, Sendable {
  /// The policy has no meaning.
  case policy(PolicyError)
  /// The policy cannot be had in the tier `floor`.
  case floor(FloorRefusal)
  /// libseccomp refused a step.
  ///
  /// - Parameters:
  ///   - call: The function, such as `seccomp_rule_add_array(3)`.
  ///   - code: The error number.
  ///   - detail: The rule or attribute.
  case compiler(call: String, code: Int32, detail: String)
  /// The compiled program does not do what the policy says.
  case disagreement(String)
}

extension FilterError: CustomStringConvertible {
  /// The error in one line.
  public var description: String {
    switch self {
    case .policy(let error): "the policy has no meaning: \(error)"
    case .floor(let refusal): "the policy cannot be had in tier floor: \(refusal)"
    case .compiler(let call, let code, let detail):
      "\(call) refused \(detail): \(SystemError(call: call, code: code).message)"
    case .disagreement(let what): "the compiled filter is not the policy: \(what)"
    }
  }
}
