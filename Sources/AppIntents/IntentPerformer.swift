// SPDX-License-Identifier: MIT

import Foundation
package import LockhostGuest
import LockhostWire

/// Performs the capture intent that opened the app.
///
/// Found by its name when the app starts: see `LaunchHooks`. Not internal, or the optimizer would take
/// what nobody names for unused.
package enum IntentPerformer: LaunchHook {
  package static func install(on connection: GuestConnection) {
    connection.onCall(Route.intentPerform.rawValue) { message, answer in
      let asked: IntentPerform
      do throws(GuestError) {
        asked = try message.decode(IntentPerform.self)
      } catch {
        return answer(.failure(WireFailure(.badMessage, "\(error)")))
      }
      Task {
        let performed = await perform(asked)
        do throws(WireError) {
          answer(.success(try performed.encodedBody()))
        } catch {
          answer(.failure(WireFailure(.internalError, "\(error)")))
        }
      }
    }
  }

  private static func perform(_ asked: IntentPerform) async -> IntentPerformed {
    guard let type = _typeByName(asked.type) as? any CameraCaptureIntent.Type else {
      return IntentPerformed(outcome: .notFound)
    }
    do {
      _ = try await type.init().perform()
      return IntentPerformed(outcome: .performed)
    } catch {
      let text = String(decoding: "\(error)".utf8.prefix(1_000), as: UTF8.self)
      return IntentPerformed(outcome: .failed, message: text)
    }
  }
}
