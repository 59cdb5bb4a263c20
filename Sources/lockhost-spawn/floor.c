// SPDX-License-Identifier: MIT
//
// The tier `floor`: a guest without a namespace or a mount of its own. What those give elsewhere is
// given here by other means, or not at all (Docs/Tiers.md says which):
//
//   The end of all processes: the guest cannot make one. Its parent, which is lockhost's, lives for as
//   long as any process below it does, kills them when a lifeline breaks, and counts them dead.
//   Which files exist: Landlock alone, which forbids to open and not to see.
//   Who else exists: the filter, which knows the guest's own number.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "this machine's audit architecture is not known here"
#endif

#define NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
// The low half: what the kernel looks at is no wider, and both machines are little-endian.
#define ARGUMENT(index) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define IS(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), (yes), (no))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define REFUSED RETURN(SECCOMP_RET_ERRNO | EPERM)

bool lh_is_floor(const struct lh_launch *launch) {
  return (launch->plan->layers & LH_LAYER_FLOOR) != 0;
}

// ---- the guest's parent

void lh_floor_begin(struct lh_launch *launch) {
  launch->container = -1;
  launch->parent = getpid();
  // Whoever loses its parent becomes a child of this process, where it is counted.
  if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) lh_fail(launch, 5);
}

static bool is_same(int left, int right) {
  struct stat one, other;
  if (fstat(left, &one) != 0 || fstat(right, &other) != 0) return false;
  if (one.st_dev == other.st_dev && one.st_ino == other.st_ino) return true;
  errno = ESTALE;
  return false;
}

static void check_path(struct lh_launch *launch, const char *path, int meant, uint32_t index) {
  int found = open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
  if (found < 0 || !is_same(found, meant)) lh_fail(launch, index);
  close(found);
}

// With the guest's own rights, and so after the capabilities are gone: a path that only root can walk
// would be one that the guest is given and cannot use. The program itself is run by descriptor, and so
// may lie anywhere.
void lh_floor_check_paths(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_PATHS);
  const struct lh_plan *plan = launch->plan;
  for (uint32_t i = 0; i < plan->mounts.count; i++) {
    const struct lh_mount *mount = &launch->mounts[i];
    int meant = lh_descriptor_at(launch, mount->descriptor);
    if (is_same(meant, launch->executable)) continue;
    if (errno != ESTALE) lh_fail(launch, i);
    check_path(launch, lh_string(launch, mount->target), meant, i);
  }
  if (plan->container != LH_NONE) {
    check_path(launch, lh_string(launch, plan->container),
               lh_descriptor_at(launch, plan->container_descriptor), LH_MAX_MOUNTS);
  }
}

enum { LIFELINE, ALIVE, REPORTS, SIGNALS, GATE, LOCK, ANOTHER_LOCK, CHILDREN, HELD };

// What the loop below needs. A signal goes to one process at a time and is the one that ends it:
// without a pid namespace, -1 would be everybody whom this user may kill.
static const struct sock_filter watch_filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    IS(ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    NUMBER,
    IS(SYS_ppoll, 12, 0),
    IS(SYS_read, 11, 0),
    IS(SYS_pread64, 10, 0),
    IS(SYS_wait4, 9, 0),
    IS(SYS_sendmsg, 8, 0),
    IS(SYS_close, 7, 0),
    IS(SYS_exit_group, 6, 0),
    IS(SYS_restart_syscall, 5, 0),
    IS(SYS_kill, 0, 5),
    ARGUMENT(1),
    IS(SIGKILL, 0, 3),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 0x7fffffffu, 1, 0),
    RETURN(SECCOMP_RET_ALLOW),
    RETURN(SECCOMP_RET_KILL_PROCESS),
};

// Kills every child, of which there is never more than the guest unless the kernel let it make one.
static void kill_children(pid_t guest) {
  char text[4096];
  ssize_t length = pread(CHILDREN, text, sizeof text, 0);
  // Without that file (a kernel's option, or no /proc) there is the one that is known.
  if (length <= 0) {
    if (guest > 0) kill(guest, SIGKILL);
    return;
  }
  pid_t child = 0;
  for (ssize_t i = 0; i < length; i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      child = child * 10 + (text[i] - '0');
    } else {
      if (child > 0) kill(child, SIGKILL);
      child = 0;
    }
  }
}

// Reaps whoever is dead. Says whether anybody is left, and clears the guest's number with the guest.
static bool reap(struct lh_launch *launch, pid_t *guest) {
  lh_drain_signals(SIGNALS);
  for (;;) {
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, WNOHANG, &used);
    if (pid == 0) return true;
    if (pid < 0 && errno == EINTR) continue;
    // ECHILD: all of them are dead and counted.
    if (pid < 0) return false;
    if (pid == *guest) {
      *guest = 0;
      lh_report_exit(launch, pid, status, &used);
    }
  }
}

_Noreturn static void end_all(struct lh_launch *launch, pid_t guest, int code) {
  for (;;) {
    kill_children(guest);
    if (!reap(launch, &guest)) _exit(code);
    struct pollfd ready = {.fd = SIGNALS, .events = POLLIN};
    struct timespec pause = {.tv_nsec = 20000000};
    ppoll(&ready, 1, &pause, NULL);
  }
}

_Noreturn void lh_floor_watch(struct lh_launch *launch, pid_t guest, int signals, int lifeline,
                              int alive) {
  const struct lh_plan *plan = launch->plan;
  int children = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  // Something has to be at each number; a pipe has no children to read.
  int lock = plan->lock_descriptor == LH_NONE ? lifeline
                                              : lh_descriptor_at(launch, plan->lock_descriptor);
  int another = plan->held_descriptor == LH_NONE ? lifeline
                                                 : lh_descriptor_at(launch, plan->held_descriptor);
  const int keep[] = {lifeline, alive,   launch->reports, signals, launch->gate[0],
                      lock,     another, children < 0 ? lifeline : children};
  int moved[HELD];
  // Out of the way first, since the last of them may lie at the numbers of the first.
  for (int number = 0; number < HELD; number++) {
    moved[number] = fcntl(keep[number], F_DUPFD_CLOEXEC, LH_KEPT_DESCRIPTORS);
    if (moved[number] < 0) lh_fail(launch, 2);
  }
  for (int number = 0; number < HELD; number++) {
    if (dup2(moved[number], number) != number) lh_fail(launch, 2);
  }
  launch->reports = REPORTS;
  if (close_range(HELD, ~0u, 0) != 0) lh_fail(launch, 3);
  struct sock_fprog program = {
      .len = sizeof watch_filter / sizeof watch_filter[0],
      .filter = (struct sock_filter *)watch_filter,
  };
  if (lh_seccomp(SECCOMP_SET_MODE_FILTER, 0, &program) != 0) lh_fail(launch, 4);
  lh_open_gate(launch, GATE);

  for (;;) {
    struct pollfd ready[] = {
        {.fd = LIFELINE},
        {.fd = ALIVE},
        {.fd = SIGNALS, .events = POLLIN},
    };
    int count = ppoll(ready, 3, NULL, NULL);
    if (count < 0 && errno != EINTR) end_all(launch, guest, 1);
    // Both pipes only ever hang up.
    if (count > 0 && (ready[0].revents | ready[1].revents) != 0) end_all(launch, guest, 1);
    // Nobody who can be waited for: nothing to keep watch over.
    if (!reap(launch, &guest)) end_all(launch, guest, guest == 0 ? 0 : 1);
    // With its first process the guest has ended.
    if (guest == 0) end_all(launch, guest, 0);
  }
}

// ---- the guest to be

// What this tier stands on, below the policy's own filter and whatever that says: no process is made,
// and the guest does not let go of its parent.
static const struct sock_filter ground_filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    IS(ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    NUMBER,
#if defined(__x86_64__)
    // x32: the same calls by other numbers. -1 is no call at all.
    IS(0xffffffffu, 0, 1),
    RETURN(SECCOMP_RET_ALLOW),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000u, 0, 1),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    IS(SYS_fork, 0, 1),
    REFUSED,
    IS(SYS_vfork, 0, 1),
    REFUSED,
#endif
    // Its flags lie in memory. Every caller knows clone, too.
    IS(SYS_clone3, 0, 1),
    RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    IS(SYS_clone, 0, 4),
    ARGUMENT(0),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
    RETURN(SECCOMP_RET_ALLOW),
    REFUSED,
    IS(SYS_prctl, 0, 3),
    ARGUMENT(0),
    IS(PR_SET_PDEATHSIG, 0, 1),
    REFUSED,
    RETURN(SECCOMP_RET_ALLOW),
};

static struct sock_filter own_filter[LH_MAX_FILTER];

void lh_floor_filter(struct lh_launch *launch, struct sock_fprog *program) {
  struct sock_fprog ground = {
      .len = sizeof ground_filter / sizeof ground_filter[0],
      .filter = (struct sock_filter *)ground_filter,
  };
  if (lh_seccomp(SECCOMP_SET_MODE_FILTER, 0, &ground) != 0) lh_fail(launch, 1);
  uint32_t placeholder = launch->plan->own_process;
  if (placeholder == 0) return;
  memcpy(own_filter, program->filter, program->len * sizeof own_filter[0]);
  for (size_t i = 0; i < program->len; i++) {
    struct sock_filter *line = &own_filter[i];
    if (line->code == (BPF_JMP | BPF_JEQ | BPF_K) && line->k == placeholder) {
      line->k = (uint32_t)getpid();
    }
  }
  program->filter = own_filter;
}

// The guest's own threads in the machine's /proc, which libdispatch looks at. A rule on the whole
// folder of its number would show what is the machine's and not its own; these are what is left when
// that is taken away, but for the same names below task/.
static const char *const own_files[] = {"stat", "statm", "status", "maps", "cmdline", "comm",
                                        "limits", "auxv"};

void lh_floor_allow_own_process(struct lh_launch *launch, int rules, uint64_t known,
                                uint32_t index) {
  int folder = open("/proc/self", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) lh_fail(launch, index);
  int task = openat(folder, "task", O_PATH | O_DIRECTORY | O_CLOEXEC);
  uint64_t both = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  if (task < 0 || lh_landlock_add_path(rules, both & known, task) != 0) lh_fail(launch, index);
  close(task);
  int descriptors = openat(folder, "fd", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (descriptors < 0 ||
      lh_landlock_add_path(rules, LANDLOCK_ACCESS_FS_READ_DIR & known, descriptors) != 0) {
    lh_fail(launch, index);
  }
  close(descriptors);
  for (size_t i = 0; i < sizeof own_files / sizeof own_files[0]; i++) {
    int file = openat(folder, own_files[i], O_PATH | O_CLOEXEC);
    if (file < 0 || lh_landlock_add_path(rules, LANDLOCK_ACCESS_FS_READ_FILE & known, file) != 0) {
      lh_fail(launch, index);
    }
    close(file);
  }
  close(folder);
}
