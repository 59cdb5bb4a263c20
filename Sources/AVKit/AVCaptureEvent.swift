// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import LockhostWire

/// A press of a capture button, in one phase.
public final class AVCaptureEvent: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; all stored properties are constant.

  /// Where the press is.
  public let phase: AVCaptureEventPhase
  /// Whether the program should play a sound, since the system does not.
  public let shouldPlaySound: Bool
  private let connection: GuestConnection

  init(phase: AVCaptureEventPhase, shouldPlaySound: Bool, connection: GuestConnection) {
    self.phase = phase
    self.shouldPlaySound = shouldPlaySound
    self.connection = connection
  }

  /// Plays a sound for this event.
  ///
  /// - Returns: Whether it is played: only when `shouldPlaySound` says so.
  @discardableResult
  public func play(_ sound: AVCaptureEventSound) -> Bool {
    guard shouldPlaySound else { return false }
    do throws(GuestError) {
      try connection.post(.captureEventPlaySound, CaptureEventSound(sound: sound.name))
      return true
    } catch {
      Diagnostics.report("the sound \(sound.name) could not be played: \(error)")
      return false
    }
  }
}
