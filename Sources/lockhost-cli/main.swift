// SPDX-License-Identifier: MIT

import CStartAhead
import Glibc
import LockhostExec

// A plain `exec` is done here, without all that the other verbs need; the rest is another program's.
let ahead = lh_take_ahead()
ShortCommand.main(spawnerSocket: ahead.socket, process: ahead.process)
FullProgram.become()
