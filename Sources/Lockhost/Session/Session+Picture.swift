// SPDX-License-Identifier: MIT

import LockhostServices

extension Session {
  /// Waits until there is a picture before the camera, which is decoded while the guest starts.
  ///
  /// The guest is not on the screen before that. When there can be no picture, it is killed without
  /// having been there, and the record says why.
  ///
  /// - Throws: `HostError` with the picture's own code, once all is over.
  func awaitPicture() async throws(HostError) {
    guard let scene = plan.factory?.scene else { return }
    do throws(ServiceError) {
      try await scene.opened()
    } catch {
      let failure = HostError.service(error)
      await guest?.end(.hostError(code: failure.code, message: error.sentence))
      _ = await finalRecord()
      throw failure
    }
  }
}
