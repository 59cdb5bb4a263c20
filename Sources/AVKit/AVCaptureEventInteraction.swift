// SPDX-License-Identifier: MIT

public import Foundation

/// Gives a program the phone's capture buttons: volume, action and camera control.
///
/// Its handlers run on the main actor. Of several interactions the last one that is enabled and handles
/// a button gets it.
///
/// On iOS an interaction counts once it was added to a view. There is no UIKit here, so one that a
/// program makes itself counts from its making until nobody holds it any more; the SwiftUI modifier
/// `onCameraCaptureEvent` counts as long as its view is there.
@MainActor
public final class AVCaptureEventInteraction: NSObject {
  private let registration: CaptureButtons.Registration

  /// Makes an interaction with one handler for all buttons.
  public init(handler: @escaping (AVCaptureEvent) -> Void) {
    registration = CaptureButtons.shared.register(primary: handler, secondary: handler)
  }

  /// Makes an interaction with a handler for each kind of button.
  ///
  /// - Parameters:
  ///   - primary: Volume down, the action button and camera control.
  ///   - secondary: Volume up.
  public init(
    primary: @escaping (AVCaptureEvent) -> Void, secondary: @escaping (AVCaptureEvent) -> Void
  ) {
    registration = CaptureButtons.shared.register(primary: primary, secondary: secondary)
  }

  isolated deinit { registration.remove() }

  /// Whether the buttons are this program's; when not, they do what they always do.
  public var isEnabled: Bool {
    get { registration.isEnabled }
    set { registration.isEnabled = newValue }
  }

  /// Whether the system leaves out its capture sound for all interactions of this program.
  public class var defaultCaptureSoundDisabled: Bool {
    get { CaptureButtons.shared.isSoundDisabledByDefault }
    set { CaptureButtons.shared.isSoundDisabledByDefault = newValue }
  }
}
