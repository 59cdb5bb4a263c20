// SPDX-License-Identifier: MIT

import LockhostSandbox

/// A guest's program in its sandbox: all that a process needs, and nothing of a session.
struct GuestProgram: Sendable {
  /// The process, without its wire.
  var specification: GuestSpecification
  /// The filter, for decoding what it refuses.
  let filter: FilterProgram
  /// Makes the filter for tier `floor`, and whatever else that tier needs; may block.
  ///
  /// Nil: the tier is not to be had.
  var floorFilter: (@Sendable () throws(SandboxError) -> FilterProgram)?
}
