// SPDX-License-Identifier: MIT

import CoreMedia
import Dispatch
import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Synchronization

/// One photo from the press to the last callback.
///
/// The phases come from the host; here they are kept in order and complete, whatever the host sends.
final class PhotoDevelopment: Sendable {
  /// How far a photo is, with the wire's numbers.
  enum Phase: UInt32, CaseIterable, Sendable {
    case willBegin = 1
    case willCapture = 2
    case didCapture = 3
  }

  // Unchecked because of the delegate, which is called on the output's queue only.
  private struct State: @unchecked Sendable {
    weak var delegate: (any AVCapturePhotoCaptureDelegate)?
    var reached: UInt32 = 0
    var captureTime = CMTime.invalid
  }

  let uniqueID: Int64
  private let output: AVCapturePhotoOutput
  private let expected: AVCaptureResolvedPhotoSettings
  private let queue: DispatchQueue
  private let state: Mutex<State>

  /// - Parameter delegate: Not held, as on iOS: whoever wants to hear of a photo keeps it.
  init(
    output: AVCapturePhotoOutput, expected: AVCaptureResolvedPhotoSettings,
    delegate: any AVCapturePhotoCaptureDelegate, queue: DispatchQueue
  ) {
    uniqueID = expected.uniqueID
    self.output = output
    self.expected = expected
    self.queue = queue
    state = Mutex(State(delegate: delegate))
  }

  private var delegate: (any AVCapturePhotoCaptureDelegate)? {
    state.withLock { state in
      nonisolated(unsafe) let delegate = state.delegate
      return unsafe delegate
    }
  }

  /// Calls back for every phase up to this one that was not reached yet.
  func advance(to phase: Phase) {
    let new = state.withLock { state -> [Phase] in
      defer { state.reached = max(state.reached, phase.rawValue) }
      if phase == .didCapture || !state.captureTime.isValid {
        state.captureTime = CMClock.hostTimeClock.time
      }
      return Phase.allCases.filter { $0.rawValue > state.reached && $0.rawValue <= phase.rawValue }
    }
    for phase in new {
      queue.async { [self] in
        switch phase {
        case .willBegin: delegate?.photoOutput(output, willBeginCaptureFor: expected)
        case .willCapture: delegate?.photoOutput(output, willCapturePhotoFor: expected)
        case .didCapture: delegate?.photoOutput(output, didCapturePhotoFor: expected)
        }
      }
    }
  }

  /// Calls back with the photo, or with why there is none; the end.
  func finish(_ outcome: Result<GuestMessage, GuestError>) {
    let photo: AVCapturePhoto
    let failure: AVError?
    do {
      photo = try develop(outcome.get())
      failure = nil
      advance(to: .didCapture)
    } catch {
      photo = AVCapturePhoto(
        resolvedSettings: expected, timestamp: .invalid, file: nil, orientation: 1)
      failure = (error as? GuestError).map { AVError($0) } ?? AVError(.unknown, "\(error)")
      advance(to: .willBegin)
    }
    queue.async { [self] in
      delegate?.photoOutput(output, didFinishProcessingPhoto: photo, error: failure)
      delegate?.photoOutput(
        output, didFinishCaptureFor: photo.resolvedSettings, error: failure)
    }
  }

  private func develop(_ message: GuestMessage) throws -> AVCapturePhoto {
    let captured = try message.decode(CapturedPhoto.self)
    guard let descriptor = message.descriptors.first else {
      throw AVError(.noDataCaptured)
    }
    let memory = try MemoryFile(adopting: descriptor).map(writable: false)
    let resolved = AVCaptureResolvedPhotoSettings(
      uniqueID: uniqueID,
      photoDimensions: CMVideoDimensions(
        width: Int32(clamping: captured.width), height: Int32(clamping: captured.height)),
      isFlashEnabled: captured.flashFired ?? expected.isFlashEnabled)
    return AVCapturePhoto(
      resolvedSettings: resolved, timestamp: state.withLock { $0.captureTime },
      file: Data(mapping: memory), orientation: captured.orientation)
  }
}
