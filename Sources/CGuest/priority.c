// SPDX-License-Identifier: MIT

#include <errno.h>
#include <sys/resource.h>

// libdispatch asks for a niceness of its own for each worker thread, and writes to the system's log
// when it does not get one. The filter refuses both, so every guest's record would begin with two
// refused sockets that no author has asked for. A guest's threads all run at the guest's niceness;
// this says so without asking the kernel.
int setpriority(__priority_which_t which, id_t who, int priority) {
  (void)priority;
  if (which == PRIO_PROCESS && who == 0) return 0;
  errno = EPERM;
  return -1;
}
