// SPDX-License-Identifier: MIT
//
// lockhost-decode: decodes pictures for lockhost, in a sandbox. Its one descriptor is the wire to the
// host, 3; nobody else starts it.

import Glibc
import LockhostServices
import LockhostSystem

do throws(SystemError) {
  try DecoderProcess.serve(PacketSocket(adopting: OwnedDescriptor(adopting: 3)))
} catch {
  exit(1)
}
