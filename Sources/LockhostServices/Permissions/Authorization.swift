// SPDX-License-Identifier: MIT

/// What a person has said to one permission.
///
/// The numbers are those of Apple's status types.
package enum Authorization: Int, Hashable, Sendable, CaseIterable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
}
