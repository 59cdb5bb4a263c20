// SPDX-License-Identifier: MIT

import FoundationEssentials
package import LockhostDevice
import LockhostSystem

/// A session that another process runs, reached through the socket in its folder.
///
/// Both ends belong to the same user: the folder is closed to others, and each end asks the kernel who
/// the other is.
package struct SessionRemote: Sendable {
  private let sessions: SessionStore
  private let session: String

  /// Means a session by its identifier.
  package init(sessions: SessionStore, session: String) {
    self.sessions = sessions
    self.session = session
  }

  /// Asks, and waits for the reply; blocks.
  ///
  /// - Returns: Nil when nobody answers: the session is over, or just beginning or ending.
  package func ask(_ request: ControlRequest, within limit: Duration) -> ControlReply? {
    guard let body = try? JSONEncoder().encode(request),
      let socket = try? sessions.connect(to: session),
      (try? socket.peerUser()) == CurrentUser.identifier,
      (try? socket.send([UInt8](body), waiting: false)) == true,
      socket.waitForPacket(within: limit),
      case .packet(let packet)? = try? socket.receive(
        maximumBytes: ControlRequest.maximumBytes, waiting: false)
    else { return nil }
    return try? JSONDecoder().decode(ControlReply.self, from: Data(packet.bytes))
  }
}
