// SPDX-License-Identifier: MIT
//
// Swift's runtime takes a quarter of a millisecond before the first line of ours, and posix_spawn(3)
// keeps its caller waiting until the new program is loaded. A short command has that time for nothing
// better than to let the spawner load, and make its sandbox, meanwhile. So this is C, in a constructor:
// nothing written in Swift runs this early.

#include "CStartAhead.h"

#include "CLinux.h"

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SPAWNER_SOCKET = 3 };

// All that the child touches until it executes. It shares this memory, so nothing of it may be on a
// stack that goes on being used.
static char path[PATH_MAX];
static char host[12];
static char *arguments[] = {path, host, "spare", NULL};
static char *environment[] = {NULL};
static _Alignas(16) char stack[16384];
static struct lh_ahead ahead = {.socket = -1};

struct lh_ahead lh_take_ahead(void) {
  struct lh_ahead result = ahead;
  ahead.socket = -1;
  return result;
}

// In the parent's memory, with descriptors of its own. No call here fails on a machine that works, so
// none writes to the parent's errno; one that does ends in the end of the socket, which the host takes
// for what it is: a spawner that is not there.
static int become_spawner(void *argument) {
  int socket = *(int *)argument;
  if (socket == SPAWNER_SOCKET) {
    if (fcntl(socket, F_SETFD, 0) != 0) _exit(127);
  } else if (dup2(socket, SPAWNER_SOCKET) != SPAWNER_SOCKET) {
    _exit(127);
  }
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int number = 0; number < SPAWNER_SOCKET; number++) {
    if (dup2(null, number) != number) _exit(127);
  }
  execve(path, arguments, environment);
  _exit(127);
}

// Whether lockhost-spawn's path, beside the running program, fits.
static bool find_spawner(void) {
  static const char name[] = "lockhost-spawn";
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  if (length <= 0 || (size_t)length >= sizeof path) return false;
  path[length] = 0;
  char *slash = strrchr(path, '/');
  if (slash == NULL || (size_t)(slash + 1 - path) + sizeof name > sizeof path) return false;
  memcpy(slash + 1, name, sizeof name);
  return true;
}

// Before every other constructor. Whatever is not as usual here is left to the launch, which starts
// the spawner where there is none, and has words for what is wrong.
__attribute__((constructor(101))) static void start_ahead(int count, char **words) {
  if (count < 3 || strcmp(words[1], "exec") != 0) return;
  for (int number = 0; number < SPAWNER_SOCKET; number++) {
    // What is opened below must not become a standard stream.
    if (fcntl(number, F_GETFD) < 0) return;
  }
  static int ends[2];
  if (!find_spawner() || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  snprintf(host, sizeof host, "%d", getpid());
  // Its own copy of the descriptors and of what signals do, and none of the memory: that would take
  // longer than all else here.
  int child = clone(become_spawner, stack + sizeof stack, CLONE_VM | SIGCHLD, &ends[1]);
  if (child > 0) lh_send_to_another_processor(child);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
  } else {
    ahead = (struct lh_ahead){.socket = ends[0], .process = child};
  }
}
