// SPDX-License-Identifier: MIT

/// Where a press of a button stands.
///
/// The numbers are `AVCaptureEventPhase`'s.
package enum CapturePhase: UInt32, Hashable, Sendable, CaseIterable {
  case began = 0
  case ended = 1
  case cancelled = 2
}
