// SPDX-License-Identifier: MIT

import LockhostGuest
import LockhostWire

extension AVError {
  /// The error of this module that says what the host said.
  init(_ error: GuestError) {
    let code: Code =
      switch error.failureCode {
      case .denied, .notPermitted: .applicationIsNotAuthorizedToUseDevice
      case .busy: .deviceInUseByAnotherApplication
      case .noDevice: .deviceNotConnected
      case .tooMany: .maximumStillImageCaptureRequestsExceeded
      case .limit, .tooLarge: .outOfMemory
      default: .unknown
      }
    self.init(code, "\(error)")
  }
}
