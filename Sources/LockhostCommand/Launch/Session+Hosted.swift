// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// The host library's session is what the command line drives.
extension Session: HostedSession {
  package func outcome() async -> SessionOutcome {
    SessionOutcome(record: await finalRecord())
  }
}
