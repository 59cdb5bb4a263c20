// SPDX-License-Identifier: MIT

import SwiftUI

/// A view's wish for the capture buttons, which counts as long as the view is shown.
struct CaptureEventAttachment: ViewAttachment {
  let isEnabled: Bool
  let isSoundDisabled: Bool
  let primary: CaptureButtons.Handler
  let secondary: CaptureButtons.Handler

  func attach() -> CaptureButtons.Registration {
    CaptureButtons.shared.register(
      primary: primary, secondary: secondary, isEnabled: isEnabled,
      isSoundDisabled: isSoundDisabled)
  }

  func update(_ live: CaptureButtons.Registration) {
    // The closures are new at each evaluation and see the view's present values.
    live.primary = primary
    live.secondary = secondary
    live.isEnabled = isEnabled
    live.isSoundDisabled = isSoundDisabled
  }

  func detach(_ live: CaptureButtons.Registration) { live.remove() }
}
