// SPDX-License-Identifier: MIT

public import Foundation
public import FoundationUserActivity
import LockhostGuest
import LockhostWire

/// What one launch of a capture extension may do beyond capturing.
///
/// Only the system makes one; the scene's closure gets it.
public final class LockedCameraCaptureSession: Sendable {
  private let connection: GuestConnection

  init(connection: GuestConnection) { self.connection = connection }

  /// The folder for what shall outlive the extension.
  ///
  /// It is empty at each launch. When the session ends, the app gets what is in it.
  public final var sessionContentURL: URL {
    let launch = connection.launch
    return URL(
      filePath: launch.sessionContentPath ?? launch.containerPath, directoryHint: .isDirectory)
  }

  /// Removes everything in the session content folder, and keeps the folder.
  ///
  /// - Throws: When the system cannot remove it.
  public nonisolated(nonsending) final func invalidateSessionContent() async throws {
    _ = try await connection.request(.sessionInvalidate, EmptyBody(), as: EmptyBody.self)
  }

  /// Asks the person to unlock the device, and opens the app with an activity.
  ///
  /// The extension's presentation ends when the app opens.
  ///
  /// - Parameter userActivity: What the app shall continue; its `userInfo` may hold property-list
  ///   types only.
  /// - Throws: ``ApplicationLaunchError``; for an activity that cannot travel, an error that names
  ///   the value.
  public nonisolated(nonsending) final func openApplication(
    for userActivity: NSUserActivity
  ) async throws {
    let body = ActivityBody(activity: try userActivity.message())
    do throws(WireError) {
      try body.validate()
    } catch {
      throw UserInfoError(error)
    }
    do throws(GuestError) {
      _ = try await connection.request(.openApplication, body, as: EmptyBody.self)
    } catch {
      throw ApplicationLaunchError(error)
    }
  }
}

extension LockedCameraCaptureSession {
  /// Why the app did not open.
  public enum ApplicationLaunchError: Error, CustomNSError, LocalizedError, Hashable {
    /// For another reason.
    case unknown
    /// The app is not there.
    case applicationNotFound
    /// The person did not authenticate.
    case authenticationFailed

    /// The domain of these errors.
    public static var errorDomain: String { "LockedCameraCaptureApplicationLaunchErrorDomain" }

    /// The case's number, from 0.
    public var errorCode: Int {
      switch self {
      case .unknown: 0
      case .applicationNotFound: 1
      case .authenticationFailed: 2
      }
    }

    /// The reason in words.
    public var failureReason: String? {
      switch self {
      case .unknown: "Launch failed with an unknown error"
      case .applicationNotFound: "Launch failed because the application was not found"
      case .authenticationFailed:
        "Launch failed because the device authentication was not successful"
      }
    }

    fileprivate init(_ error: GuestError) {
      switch error.failureCode {
      case .applicationNotFound: self = .applicationNotFound
      case .authenticationFailed: self = .authenticationFailed
      default:
        Diagnostics.report("the app was not opened: \(error)")
        self = .unknown
      }
    }
  }
}
