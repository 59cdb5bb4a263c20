// SPDX-License-Identifier: MIT
//
// lockhost-spawn: makes sandboxes for a lockhost process, and has no policy of its own.
//
// It has one thread and no heap, so what runs between clone and exec is ordinary C; it holds no
// photo and no secret, so a child's copy of its memory gives nothing away; and it is small, so that
// copy costs little. Started by the host with its end of a socket as descriptor 3 and the host's
// process number as argument; ends when either is gone, and every guest with it.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOST = 3, USAGE = 64, BROKEN = 70 };

/// How long nothing must have been asked for before another spare is made. At once would be too early:
/// while one processor makes namespaces, what the other one unmounts for the guest that was just
/// started has to wait for it (0.5 ms of a launch that takes 1.1).
enum { SPARE_AFTER_MILLISECONDS = 10 };
/// How long one waits for a launch that was announced and does not come, where none is kept.
enum { ANNOUNCED_MILLISECONDS = 1000 };

/// A guest from its clone until it has been reaped.
struct guest {
  pid_t pid; ///< of its pid 1; 0 = this place is free
  int reports;
};

int lh_kept_from = LH_KEPT_DESCRIPTORS;
static struct guest guests[LH_MAX_GUESTS];
static unsigned int guest_count;
static struct lh_launch launch;
static struct lh_spare spare = {.pidfd = -1, .orders = -1, .mounts = -1};
/// Whether a spare sandbox is to be kept, and whether one is to be made now.
static bool keeps_spare, is_spare_due;
static bool has_served;
/// Whether the last guest's end is this process's.
static bool is_last;

static void settle(long host) {
  // The parent-death signal follows the thread that started this process, which the host keeps for
  // that; the check after it is for a host that died before.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != host) _exit(BROKEN);
  // Whatever other libraries of the host forgot to close on exec.
  if (close_range(HOST + 1, ~0u, 0) != 0 || fcntl(HOST, F_SETFD, FD_CLOEXEC) != 0) _exit(BROKEN);
  // Its own session: Ctrl-C at the host's terminal is the host's to handle, in order.
  if (setsid() < 0) _exit(BROKEN);
  // On the floor a guest whose parent was killed dies with it, and is reaped here.
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) _exit(BROKEN);
  if (chdir("/") != 0) _exit(BROKEN);
  umask(0);
  prctl(PR_SET_NAME, "lockhost-spawn");
  // A host that ignores a signal must not make its guests ignore it.
  // By the call itself: the C library refuses its own two signals, 32 and 33, which its posix_spawn
  // leaves ignored in whatever it starts.
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } otherwise = {.handler = SIG_DFL};
  for (int number = 1; number < _NSIG; number++) {
    long result = syscall(SYS_rt_sigaction, number, &otherwise, NULL, sizeof otherwise.mask);
    // Two of them cannot be changed: EINVAL.
    if (result != 0 && errno != EINVAL) _exit(BROKEN);
  }
  // Root's groups would stay with every guest, since setgroups is denied in their namespaces.
  if (geteuid() == 0 && setgroups(0, NULL) != 0) _exit(BROKEN);
  // A session keyring that is empty and that nobody may touch takes the place of the host's, here and
  // in every guest. One for all: it can carry nothing from one to another, and one for each would
  // spend an ordinary user's quota of 200 keys. A kernel without keyrings has none to inherit.
  int keyring = lh_join_session_keyring();
  if (keyring < 0 ? errno != ENOSYS : lh_seal_key(keyring) != 0) _exit(BROKEN);
  struct rlimit files;
  if (getrlimit(RLIMIT_NOFILE, &files) != 0) _exit(BROKEN);
  files.rlim_cur = files.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &files) != 0) _exit(BROKEN);
  if (files.rlim_max <= LH_KEPT_DESCRIPTORS) lh_kept_from = (int)files.rlim_max / 2;
}

static struct guest *free_place(void) {
  for (size_t i = 0; i < LH_MAX_GUESTS; i++) {
    if (guests[i].pid == 0) return &guests[i];
  }
  return NULL;
}

static void serve(const struct lh_spawner *spawner) {
  bool closed = false;
  struct lh_request request;
  bool received = lh_request_receive(spawner->host, &launch, &request, &closed);
  // With the host gone nobody is left to serve; every guest dies with this process.
  if (closed) _exit(0);
  if (!received) return;
  if ((request.flags & LH_REQUEST_ANNOUNCED) != 0) {
    if (spare.pid == 0) {
      uint64_t began = launch.at[LH_STEP_RECEIVE];
      lh_spare_make(&spare, spawner, &launch);
      spare.announced = began;
    }
    return;
  }
  has_served = true;
  if ((request.flags & LH_REQUEST_LAST) != 0) {
    is_last = true;
    keeps_spare = is_spare_due = false;
  }
  struct guest *place = free_place();
  int kept = place == NULL
                 ? -1
                 : fcntl(launch.reports, F_DUPFD_CLOEXEC, lh_kept_from);
  if (kept < 0) {
    struct lh_report report = lh_report_make(&launch, LH_REPORT_REFUSED);
    report.error = place == NULL ? EAGAIN : errno;
    lh_report_send(launch.reports, &report, -1);
  } else {
    pid_t pid = lh_start(&launch, spawner, &spare);
    if (pid > 0) {
      *place = (struct guest){.pid = pid, .reports = kept};
      guest_count++;
      is_spare_due = keeps_spare && spare.pid == 0;
    } else {
      close(kept);
    }
  }
  lh_request_close(&launch);
}

static void reap(const struct lh_spawner *spawner) {
  lh_drain_signals(spawner->signals);
  // One signal may stand for many children.
  for (;;) {
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, WNOHANG, &used);
    // A spawner that cannot see its guests end is no use to anybody: with it, they do.
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0 && errno != ECHILD) _exit(BROKEN);
    if (pid <= 0) return;
    if (pid == spare.pid) {
      // Nobody has heard of it, and another one might die of the same: not before the next launch.
      lh_spare_forget(&spare);
      continue;
    }
    for (size_t i = 0; i < LH_MAX_GUESTS; i++) {
      if (guests[i].pid != pid) continue;
      // pid 1 of a namespace becomes a zombie only after everybody else in it is dead and reaped,
      // so this says that nothing is left; and its own use includes what it waited for.
      struct lh_report report = {.magic = LH_REPORT_MAGIC, .kind = LH_REPORT_GONE};
      lh_report_set_end(&report, pid, status, &used);
      lh_report_send(guests[i].reports, &report, -1);
      close(guests[i].reports);
      guests[i].pid = 0;
      // Without a word from the host, which need not wait for the exit then.
      if (--guest_count == 0 && is_last) _exit(0);
      break;
    }
  }
}

int main(int argc, char **argv) {
  char *end = NULL;
  long host = argc == 2 || argc == 3 ? strtol(argv[1], &end, 10) : 0;
  keeps_spare = is_spare_due = argc == 3 && strcmp(argv[2], "spare") == 0;
  if (host <= 0 || *end != 0 || (argc == 3 && !keeps_spare)) {
    static const char text[] = "lockhost-spawn is started by lockhost, not by hand\n";
    (void)!write(2, text, sizeof text - 1);
    return USAGE;
  }
  settle(host);
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  int alive[2];
  if (sigprocmask(SIG_SETMASK, &child, NULL) != 0 || pipe2(alive, O_CLOEXEC) != 0) return BROKEN;
  struct lh_spawner spawner = {
      .host = HOST,
      .signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK),
      .alive_read = alive[0],
      .alive_write = alive[1],
  };
  if (spawner.signals < 0) return BROKEN;
  for (;;) {
    struct pollfd events[] = {
        {.fd = spawner.host, .events = POLLIN},
        {.fd = spawner.signals, .events = POLLIN},
    };
    // A launch that waits comes before a sandbox that may.
    bool is_announced = !keeps_spare && spare.pid != 0;
    int patience = is_spare_due   ? has_served ? SPARE_AFTER_MILLISECONDS : 0
                   : is_announced ? ANNOUNCED_MILLISECONDS
                                  : -1;
    int count = poll(events, 2, patience);
    if (count < 0 && errno != EINTR) return BROKEN;
    if (count == 0 && is_spare_due) {
      is_spare_due = false;
      lh_spare_make(&spare, &spawner, &launch);
    } else if (count == 0) {
      lh_spare_forget(&spare);
    }
    if (count <= 0) continue;
    if (events[1].revents != 0) reap(&spawner);
    if (events[0].revents != 0) serve(&spawner);
  }
}
