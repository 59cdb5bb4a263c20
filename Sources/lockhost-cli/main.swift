// SPDX-License-Identifier: MIT

import Glibc
import LockhostCommand

CommandLineTool.holdSignals(CommandLine.arguments)
exit(await CommandLineTool.run(CommandLine.arguments))
