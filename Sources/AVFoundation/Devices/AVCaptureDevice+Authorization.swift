// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire

/// Whether a program may use cameras or microphones.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The person was not asked yet.
  case notDetermined = 0
  /// Nobody may, whatever the person wants.
  case restricted = 1
  /// The person said no.
  case denied = 2
  /// The person said yes.
  case authorized = 3
}

extension AVCaptureDevice {
  /// Whether this program may use a kind of media.
  ///
  /// Blocks for one round trip to the host. A locked extension has its app's permission.
  public class func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    let body = MediaAuthorizationRequest(mediaType: wireType(of: mediaType))
    do throws(GuestError) {
      let answer = try GuestConnection.shared.request(
        .cameraAuthorization, body, as: AuthorizationStatus.self)
      return AVAuthorizationStatus(rawValue: answer.status) ?? .restricted
    } catch {
      Diagnostics.report("the camera permission could not be read: \(error)")
      return .restricted
    }
  }

  /// Asks the person for permission; one who has answered is not asked again.
  ///
  /// A locked extension cannot ask: it gets its app's permission.
  @discardableResult
  public class func requestAccess(for mediaType: AVMediaType) async -> Bool {
    let body = MediaAuthorizationRequest(mediaType: wireType(of: mediaType))
    do throws(GuestError) {
      let answer = try await GuestConnection.shared.request(
        .cameraRequestAccess, body, as: MediaAccess.self)
      return answer.granted
    } catch {
      Diagnostics.report("the camera permission could not be asked for: \(error)")
      return false
    }
  }

  /// Asks the person for permission.
  ///
  /// - Parameter handler: Called on an arbitrary queue, as on iOS.
  public class func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    let body = MediaAuthorizationRequest(mediaType: wireType(of: mediaType))
    GuestConnection.shared.request(.cameraRequestAccess, body) { outcome in
      // Off the reader thread, where a handler could not ask the host anything.
      Callbacks.queue.async {
        do throws(GuestError) {
          handler(try outcome.get().decode(MediaAccess.self).granted)
        } catch {
          Diagnostics.report("the camera permission could not be asked for: \(error)")
          handler(false)
        }
      }
    }
  }

  private class func wireType(of mediaType: AVMediaType) -> LockhostWire.MediaType {
    switch mediaType {
    case .video: .video
    case .audio: .audio
    default:
      UncaughtException.invalidArgument.raise(
        "*** +[AVCaptureDevice authorizationStatusForMediaType:] Only AVMediaTypeVideo and "
          + "AVMediaTypeAudio are supported")
    }
  }
}
