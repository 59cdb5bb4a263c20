// SPDX-License-Identifier: MIT

import Glibc
import LockhostCommand

exit(await CommandLineTool.run(CommandLine.arguments))
