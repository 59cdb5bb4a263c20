// SPDX-License-Identifier: MIT

import LockhostSandbox

/// A guest's program in its sandbox: all that a process needs, and nothing of a session.
struct GuestProgram: Sendable {
  /// The process, without its wire.
  let specification: GuestSpecification
  /// The filter, for decoding what it refuses.
  let filter: FilterProgram
}
