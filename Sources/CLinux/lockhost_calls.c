// SPDX-License-Identifier: MIT

#include "lockhost_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

int lh_spawn_program(const char *path, const char *first, const char *second, int socket,
                     int32_t *process) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  // The socket first, for its number may be one of those that follow. glibc clears close-on-exec
  // also when a descriptor is put on its own number.
  error = posix_spawn_file_actions_adddup2(&actions, socket, 3);
  for (int number = 0; number < 3 && error == 0; number++) {
    error = posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0);
  }
  if (error == 0) {
    char *arguments[] = {(char *)path, (char *)first, (char *)second, NULL};
    char *environment[] = {NULL};
    pid_t child = 0;
    error = posix_spawn(&child, path, &actions, NULL, arguments, environment);
    *process = child;
    if (error == 0) lh_send_to_another_processor(child);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void lh_send_to_another_processor(int32_t process) {
  cpu_set_t all, others;
  int here = sched_getcpu();
  if (here < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return;
  others = all;
  CPU_CLR((unsigned int)here, &others);
  if (CPU_COUNT(&others) == 0) return;
  if (sched_setaffinity(process, sizeof others, &others) == 0) {
    sched_setaffinity(process, sizeof all, &all);
  }
}

void lh_end_child(int32_t process) {
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
}

uint64_t lh_hard_limit(uint32_t resource) {
  struct rlimit limit;
  if (getrlimit((__rlimit_resource_t)resource, &limit) != 0) return UINT64_MAX;
  return limit.rlim_max == RLIM_INFINITY ? UINT64_MAX : limit.rlim_max;
}

bool lh_wait_exited(int32_t status) { return WIFEXITED(status); }
int32_t lh_wait_exit_code(int32_t status) { return WEXITSTATUS(status); }
bool lh_wait_signaled(int32_t status) { return WIFSIGNALED(status); }
int32_t lh_wait_signal(int32_t status) { return WTERMSIG(status); }
bool lh_wait_dumped_core(int32_t status) { return WCOREDUMP(status); }
