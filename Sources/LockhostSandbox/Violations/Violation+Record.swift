// SPDX-License-Identifier: MIT

import LockhostPolicy

extension Violation {
  /// What was done about the call, as records and people have it: `errno:EPERM`, `kill`.
  package var recordedAction: String {
    switch action {
    case .errno(let number), .report(let number): "errno:\(number)"
    case .kill: "kill"
    }
  }
}
