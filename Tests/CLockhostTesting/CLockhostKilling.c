// SPDX-License-Identifier: MIT

#include "CLockhostTesting.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

// The process that counts. Only calls that are safe after a fork of a program with threads.
static void count_and_kill(pid_t process, pid_t thread, uint64_t ordinal, int report) {
  int32_t result = 0;
  int status = 0;
  if (ptrace(PTRACE_SEIZE, thread, 0, PTRACE_O_TRACESYSGOOD) != 0 ||
      ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0 || waitpid(thread, &status, __WALL) != thread)
    result = -errno;
  if (write(report, &result, sizeof result) != sizeof result || result != 0) _exit(1);
  uint64_t calls = 0;
  int is_inside = 0;
  long delivered = 0;
  while (ptrace(PTRACE_SYSCALL, thread, 0, delivered) == 0 && waitpid(thread, &status, __WALL) == thread &&
         WIFSTOPPED(status)) {
    delivered = 0;
    const int stop = WSTOPSIG(status);
    if (stop == (SIGTRAP | 0x80)) {
      is_inside = !is_inside;
      if (is_inside && ++calls == ordinal) kill(process, SIGKILL);
    } else if (status >> 16 == 0) {
      delivered = stop;
    }
  }
  _exit(0);
}

int lh_die_at_call(uint64_t ordinal) {
  int ends[2];
  if (pipe(ends) != 0) return -errno;
  const pid_t process = getpid(), thread = gettid();
  // Where Yama is there, a child may not trace its parent without this; elsewhere it is unknown.
  (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  const pid_t child = fork();
  if (child < 0) return -errno;
  if (child == 0) {
    close(ends[0]);
    count_and_kill(process, thread, ordinal, ends[1]);
  }
  close(ends[1]);
  int32_t result = -EPIPE;
  ssize_t count;
  do count = read(ends[0], &result, sizeof result);
  while (count < 0 && errno == EINTR);
  close(ends[0]);
  return count == sizeof result ? result : -EPIPE;
}
