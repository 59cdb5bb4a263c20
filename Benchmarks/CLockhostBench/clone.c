// SPDX-License-Identifier: MIT

#include "lockhost_bench.h"

#include <errno.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int lh_clone_and_reap(uint64_t flags) {
  struct clone_args arguments = {.flags = flags, .exit_signal = SIGCHLD};
  long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child < 0) return errno;
  // Of a program with threads: nothing but this is safe here.
  if (child == 0) syscall(SYS_exit_group, 0);
  while (waitpid((pid_t)child, NULL, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}
