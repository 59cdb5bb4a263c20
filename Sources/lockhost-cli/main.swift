// SPDX-License-Identifier: MIT

import Glibc
import LockhostExec

// A plain `exec` is done here, without all that the other verbs need; the rest is another program's.
if let command = ShortCommand(CommandLine.arguments), let status = command.run() { exit(status) }
FullProgram.become()
