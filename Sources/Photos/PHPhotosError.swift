// SPDX-License-Identifier: MIT

public import Foundation
import LockhostGuest
import LockhostWire

/// The domain of this module's errors.
public let PHPhotosErrorDomain = "PHPhotosErrorDomain"

/// Why the photo library did not do something.
public struct PHPhotosError: CustomNSError, LocalizedError, Hashable, Sendable {
  /// What went wrong, with Apple's numbers.
  public enum Code: Int, Sendable {
    /// The library failed.
    case internalError = -1
    /// The person cancelled it.
    case userCancelled = 3072
    /// The library's disk is not there.
    case libraryVolumeOffline = 3114
    /// Another program holds the library.
    case relinquishingLibraryBundleToWriter = 3142
    /// Another library is being made the system's.
    case switchingSystemPhotoLibrary = 3143
    /// The network is needed.
    case networkAccessRequired = 3164
    /// The network failed.
    case networkError = 3169
    /// There is no such object.
    case identifierNotFound = 3201
    /// There are several such objects.
    case multipleIdentifiersFound = 3202
    /// The library cannot be changed like this.
    case changeNotSupported = 3300
    /// The change was interrupted.
    case operationInterrupted = 3301
    /// A file is not what it should be.
    case invalidResource = 3302
    /// A file is missing.
    case missingResource = 3303
    /// There is not enough space.
    case notEnoughSpace = 3305
    /// The asset cannot be changed like this.
    case requestNotSupportedForAsset = 3306
    /// Nobody may use the library.
    case accessRestricted = 3310
    /// The person said no.
    case accessUserDenied = 3311
  }

  /// What went wrong.
  public let code: Code
  private let detail: String

  /// Creates an error.
  public init(_ code: Code) { self.init(code, "") }

  init(_ code: Code, _ detail: String) {
    self.code = code
    self.detail = detail
  }

  /// The error of this module that says what the host said.
  init(_ error: GuestError) {
    let code: Code =
      switch error.failureCode {
      case .denied: .accessUserDenied
      case .notPermitted: .accessRestricted
      case .badMessage, .unsupported: .invalidResource
      case .tooLarge, .limit, .tooMany: .notEnoughSpace
      case .busy: .operationInterrupted
      case .notFound: .identifierNotFound
      default: .internalError
      }
    self.init(code, "\(error)")
  }

  /// The domain, `PHPhotosErrorDomain`.
  public static var errorDomain: String { PHPhotosErrorDomain }
  /// The code's number.
  public var errorCode: Int { code.rawValue }
  /// What went wrong, for people.
  public var errorDescription: String? { detail.isEmpty ? "\(code)" : "\(code): \(detail)" }

  /// The library failed.
  public static var internalError: Code { .internalError }
  /// The person cancelled it.
  public static var userCancelled: Code { .userCancelled }
  /// A file is not what it should be.
  public static var invalidResource: Code { .invalidResource }
  /// A file is missing.
  public static var missingResource: Code { .missingResource }
  /// There is not enough space.
  public static var notEnoughSpace: Code { .notEnoughSpace }
  /// Nobody may use the library.
  public static var accessRestricted: Code { .accessRestricted }
  /// The person said no.
  public static var accessUserDenied: Code { .accessUserDenied }
}

extension PHPhotosError.Code {
  /// Whether an error is of this module and has this code.
  public static func ~= (code: PHPhotosError.Code, error: any Error) -> Bool {
    (error as? PHPhotosError)?.code == code
  }
}
