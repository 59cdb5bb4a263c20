// SPDX-License-Identifier: MIT

public import SwiftUI

extension View {
  /// Gives this view the phone's capture buttons as long as it is shown.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the buttons are this view's now.
  ///   - action: Runs on the main actor for every phase of every button.
  public func onCameraCaptureEvent(
    isEnabled: Bool = true, action: @escaping (AVCaptureEvent) -> Void
  ) -> some View {
    attachment(
      CaptureEventAttachment(
        isEnabled: isEnabled, isSoundDisabled: false, primary: action, secondary: action))
  }

  /// Gives this view the phone's capture buttons, by kind, as long as it is shown.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether the buttons are this view's now.
  ///   - primaryAction: Runs on the main actor for volume down, the action button and camera control.
  ///   - secondaryAction: Runs on the main actor for volume up.
  public func onCameraCaptureEvent(
    isEnabled: Bool = true, primaryAction: @escaping (AVCaptureEvent) -> Void,
    secondaryAction: @escaping (AVCaptureEvent) -> Void
  ) -> some View {
    attachment(
      CaptureEventAttachment(
        isEnabled: isEnabled, isSoundDisabled: false, primary: primaryAction,
        secondary: secondaryAction))
  }

  /// Gives this view the phone's capture buttons as long as it is shown.
  ///
  /// - Parameter defaultSoundDisabled: Whether the system leaves out its capture sound.
  public func onCameraCaptureEvent(
    isEnabled: Bool = true, defaultSoundDisabled: Bool = false,
    action: @escaping (AVCaptureEvent) -> Void
  ) -> some View {
    attachment(
      CaptureEventAttachment(
        isEnabled: isEnabled, isSoundDisabled: defaultSoundDisabled, primary: action,
        secondary: action))
  }

  /// Gives this view the phone's capture buttons, by kind, as long as it is shown.
  ///
  /// - Parameter defaultSoundDisabled: Whether the system leaves out its capture sound.
  public func onCameraCaptureEvent(
    isEnabled: Bool = true, defaultSoundDisabled: Bool = false,
    primaryAction: @escaping (AVCaptureEvent) -> Void,
    secondaryAction: @escaping (AVCaptureEvent) -> Void
  ) -> some View {
    attachment(
      CaptureEventAttachment(
        isEnabled: isEnabled, isSoundDisabled: defaultSoundDisabled, primary: primaryAction,
        secondary: secondaryAction))
  }
}
