// SPDX-License-Identifier: MIT

import LockhostPolicy

/// A policy that comes with lockhost, known by its name before it is read.
package enum BuiltInPolicy: String, CaseIterable, Sendable {
  case capture, app, control, compute, program

  /// The policy itself.
  var policy: Policy {
    switch self {
    case .capture: .capture
    case .app: .app
    case .control: .control
    case .compute: .compute
    case .program: .program
    }
  }
}

/// A policy, or the name of one that is read when somebody asks.
enum PolicyOrigin: Sendable {
  case value(Policy)
  case builtIn(BuiltInPolicy)

  var policy: Policy {
    switch self {
    case .value(let policy): policy
    case .builtIn(let known): known.policy
    }
  }
}
