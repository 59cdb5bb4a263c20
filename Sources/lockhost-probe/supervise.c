// SPDX-License-Identifier: MIT
//
// lockhost-probe --supervise MILLISECONDS GRACE FOLDER PROGRAM [ARGUMENT…]
//
// Runs a launcher that nobody trusts, and leaves nothing of it behind. Every process that the launcher
// starts, however it hides, stays a descendant of this one, which kills them all when the launcher has
// ended or its time is up. One line on descriptor 3 says how it went:
//
//     exited CODE | signaled NUMBER | late | failed ERRNO    survivors COUNT
//
// Survivors are those that were there GRACE milliseconds after the launcher's own end.

#include "probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPORT = 3, MOST = 65536, LONGEST_KILL = 5000 };

struct process {
  pid_t number, parent;
  bool below;
};

static struct process processes[MOST];

static const int ends[] = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};
static volatile sig_atomic_t is_told_to_end;

static void note_signal(int number) {
  is_told_to_end = 1;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static void pause_briefly(void) {
  nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static bool read_process(pid_t number, struct process *process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", number);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return false;
  text[count] = 0;
  // The name is in parentheses, and may hold any byte.
  char *end = strrchr(text, ')');
  char state;
  process->number = number;
  process->below = false;
  return end != NULL && sscanf(end + 1, " %c %d", &state, &process->parent) == 2 && state != 'Z';
}

// Every living descendant, marked; returns how many there are.
static size_t find_descendants(size_t *total) {
  *total = 0;
  DIR *folder = opendir("/proc");
  if (folder == NULL) return 0;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL && *total < MOST;) {
    pid_t number = (pid_t)strtol(entry->d_name, NULL, 10);
    if (number > 0 && read_process(number, &processes[*total])) ++*total;
  }
  closedir(folder);
  size_t found = 0;
  pid_t self = getpid();
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < *total; i++) {
      if (processes[i].below) continue;
      bool below = processes[i].parent == self;
      for (size_t j = 0; !below && j < *total; j++) {
        below = processes[j].below && processes[j].number == processes[i].parent;
      }
      if (below) {
        processes[i].below = more = true;
        found++;
      }
    }
  }
  return found;
}

static void reap(void) {
  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
}

// Kills until nobody is left: whoever loses its parent becomes a child of this process.
static void kill_all(void) {
  long long end = now() + LONGEST_KILL;
  for (;;) {
    size_t total;
    if (find_descendants(&total) == 0) break;
    for (size_t i = 0; i < total; i++) {
      if (processes[i].below) kill(processes[i].number, SIGKILL);
    }
    reap();
    if (now() > end) break;
    pause_briefly();
  }
  reap();
}

static size_t survivors_after(long long grace) {
  long long end = now() + grace;
  for (;;) {
    reap();
    size_t total, count = find_descendants(&total);
    if (count == 0 || now() >= end) return count;
    pause_briefly();
  }
}

static _Noreturn void become(const char *folder, char **arguments) {
  // A session of its own, with standard input as its terminal where that is one.
  setsid();
  if (isatty(STDIN_FILENO)) ioctl(STDIN_FILENO, TIOCSCTTY, 0);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) signal(ends[i], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (chdir(folder) == 0) execvp(arguments[0], arguments);
  dprintf(REPORT, "failed %s survivors 0\n", strerrorname_np(errno));
  _exit(127);
}

int supervise(int argc, char **argv) {
  if (argc < 4) return USAGE;
  long long limit = strtoll(argv[0], NULL, 10), grace = strtoll(argv[1], NULL, 10);
  long long start = now();
  fcntl(REPORT, F_SETFD, FD_CLOEXEC);
  // Held back but for the wait below, so that none is missed between a look and a wait.
  // A terminal's Ctrl-C reaches everybody in the host's process group, and so this one as well.
  sigset_t held, during;
  sigemptyset(&held);
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    sigaddset(&held, ends[i]);
    signal(ends[i], note_signal);
  }
  sigprocmask(SIG_BLOCK, &held, &during);
  // The host starts this on a thread that never ends: its death, or its word, is the end here as well.
  pid_t host = getppid();
  // What ends the host's whole process group does not end this one before it has ended the rest.
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != host) return INCONCLUSIVE;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  pid_t child = fork();
  if (child == 0) become(argv[2], argv + 3);
  if (child < 0) return INCONCLUSIVE;
  int status = 0;
  bool late = false;
  struct pollfd ended = {.fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN};
  for (;;) {
    long long left = start + limit - now();
    struct timespec wait = {.tv_sec = left > 0 ? left / 1000 : 0,
                            .tv_nsec = left > 0 ? left % 1000 * 1000000 : 0};
    if (ppoll(&ended, 1, &wait, &during) == 1) break;
    if (left <= 0 || is_told_to_end) {
      late = true;
      break;
    }
  }
  size_t survivors = 0;
  if (!late) {
    waitpid(child, &status, 0);
    survivors = survivors_after(grace);
  }
  kill_all();
  if (late) {
    dprintf(REPORT, "late survivors 0\n");
  } else if (WIFSIGNALED(status)) {
    dprintf(REPORT, "signaled %d survivors %zu\n", WTERMSIG(status), survivors);
  } else {
    dprintf(REPORT, "exited %d survivors %zu\n", WEXITSTATUS(status), survivors);
  }
  return 0;
}
