// SPDX-License-Identifier: MIT

import Glibc
import LockhostCommand

exit(CommandLineTool.main(CommandLine.arguments))
