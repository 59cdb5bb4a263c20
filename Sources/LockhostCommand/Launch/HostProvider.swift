// SPDX-License-Identifier: MIT

import Lockhost

/// Where `launch` gets its host from.
enum HostProvider {
  /// The host for a command.
  static func make(_ context: CommandContext) throws(CommandFailure) -> any SessionHosting {
    throw CommandFailure(
      code: "LH5015", "sessions cannot be started by this build", exitStatus: ExitStatus.software)
  }
}
