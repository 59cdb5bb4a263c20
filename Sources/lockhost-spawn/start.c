// SPDX-License-Identifier: MIT
//
// The spawner's part of a launch: everything that the child cannot do for itself. Nothing here
// waits for the child, so a child that is stuck delays nobody.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/wait.h>

const uint64_t lh_namespaces =
    CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

// Writes the decimal form and a terminator; returns its length. At most 21 bytes.
static size_t decimal(char *text, int64_t value) {
  char digits[20];
  size_t count = 0, length = 0;
  uint64_t rest = value < 0 ? (uint64_t)-value : (uint64_t)value;
  if (value < 0) text[length++] = '-';
  do {
    digits[count++] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest != 0);
  while (count > 0) text[length++] = digits[--count];
  text[length] = 0;
  return length;
}

static bool write_file(int folder, const char *name, const char *text, size_t length) {
  int file = openat(folder, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  // The kernel takes a map in one write or not at all.
  ssize_t written = write(file, text, length);
  int error = written < 0 ? errno : EIO;
  close(file);
  errno = error;
  return written == (ssize_t)length;
}

static bool write_map(int folder, const char *name, uint32_t inside, uint32_t host) {
  char text[64];
  size_t length = decimal(text, inside);
  text[length++] = ' ';
  length += decimal(text + length, host);
  memcpy(text + length, " 1\n", 3);
  return write_file(folder, name, text, length + 3);
}

// The maps are written from here because only a process of the parent namespace may map an id that
// is not its own, which is what root does; and, for one way to do it, for everybody else too.
static bool write_identity(const struct lh_launch *launch, pid_t child, uint32_t *index) {
  const struct lh_plan *plan = launch->plan;
  char path[32] = "/proc/";
  decimal(path + 6, child);
  *index = 0;
  int folder = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  bool done = true;
  char score[24];
  size_t length = decimal(score, plan->oom_score_adj);
  if (plan->oom_score_adj != 0) {
    *index = 1;
    done = write_file(folder, "oom_score_adj", score, length);
  }
  if (done && (plan->layers & LH_LAYER_USER_NAMESPACE) != 0) {
    // setgroups is denied before there is a gid map: afterwards the kernel would refuse, and a
    // guest that could drop a group could reach files that are closed to that group alone.
    done = (*index = 2, write_file(folder, "setgroups", "deny", 4)) &&
           (*index = 3, write_map(folder, "gid_map", plan->inside_gid, plan->host_gid)) &&
           (*index = 4, write_map(folder, "uid_map", plan->inside_uid, plan->host_uid));
  }
  int error = errno;
  close(folder);
  errno = error;
  return done;
}

// As root the sources are cloned here, from the descriptors themselves: there is no path to race
// on, and the child, which has the guest's ids by then, could not walk to a file below a folder
// that is closed to others. An ordinary user may not clone mounts of this namespace; there the
// child opens the path in its own copy of it and compares.
static bool clone_trees(struct lh_launch *launch, uint32_t *index) {
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) launch->trees[i] = -1;
  if ((launch->plan->layers & LH_LAYER_SOURCES_BY_DESCRIPTOR) == 0) return true;
  if (lh_is_floor(launch)) return true;
  for (*index = 0; *index < launch->plan->mounts.count; ++*index) {
    int source = lh_descriptor_at(launch, launch->mounts[*index].descriptor);
    int tree = open_tree(source, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH);
    if (tree < 0) return false;
    launch->trees[*index] = tree;
  }
  return true;
}

static void close_trees(const struct lh_launch *launch) {
  if (launch->plan == NULL || launch->step < LH_STEP_TREES) return;
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) {
    if (launch->trees[i] >= 0) close(launch->trees[i]);
  }
}

static pid_t refuse(struct lh_launch *launch, uint32_t index) {
  struct lh_report report = lh_report_make(launch, LH_REPORT_REFUSED);
  report.error = errno;
  report.index = index;
  lh_report_send(launch->reports, &report, -1);
  close_trees(launch);
  return -1;
}

// A new pid 1: its process, and the socket that lets it go on.
struct started {
  pid_t child;
  int pidfd;
  int go;
};

static bool start_anew(struct lh_launch *launch, const struct lh_spawner *spawner,
                       struct started *started) {
  const struct lh_plan *plan = launch->plan;
  int ends[2], pidfd = -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    refuse(launch, 0);
    return false;
  }
  struct clone_args arguments = {
      .flags = CLONE_PIDFD,
      .pidfd = (uint64_t)(uintptr_t)&pidfd,
      .exit_signal = SIGCHLD,
  };
  if ((plan->layers & LH_LAYER_USER_NAMESPACE) != 0) arguments.flags |= CLONE_NEWUSER;
  if (!lh_is_floor(launch)) arguments.flags |= lh_namespaces;
  if (plan->cgroup_descriptor != LH_NONE) {
    arguments.flags |= CLONE_INTO_CGROUP;
    arguments.cgroup = (uint64_t)lh_descriptor_at(launch, plan->cgroup_descriptor);
  }
  // A container's profile that refuses namespaces often refuses clone3 with them, since it cannot see
  // what is asked for.
  bool is_plain = lh_is_floor(launch) && plan->cgroup_descriptor == LH_NONE;
  pid_t child = is_plain ? lh_clone_plain(&pidfd) : lh_clone3(&arguments);
  if (child == 0) {
    lh_child(launch, spawner, (struct lh_start_signal){.read = ends[1], .write = ends[0]});
  }
  if (child < 0) refuse(launch, 1);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return false;
  }
  *started = (struct started){.child = child, .pidfd = pidfd, .go = ends[0]};
  return true;
}

pid_t lh_start(struct lh_launch *launch, const struct lh_spawner *spawner,
               struct lh_spare *spare) {
  uint32_t index = 0;
  lh_begin(launch, LH_STEP_PLAN);
  if (!lh_plan_read(launch, &index)) return refuse(launch, index);

  lh_begin(launch, LH_STEP_TREES);
  if (!clone_trees(launch, &index)) return refuse(launch, index);

  lh_begin(launch, LH_STEP_CLONE);
  struct started started;
  if (lh_spare_order(spare, launch)) {
    started = (struct started){.child = spare->pid, .pidfd = spare->pidfd, .go = spare->orders};
    // From here it is a guest's like any other.
    spare->pidfd = spare->orders = -1;
    lh_spare_forget(spare);
  } else if (!start_anew(launch, spawner, &started)) {
    return -1;
  }

  lh_begin(launch, LH_STEP_IDENTITY_MAP);
  bool mapped = write_identity(launch, started.child, &index);
  int error = errno;
  close_trees(launch);
  struct lh_report report =
      lh_report_make(launch, mapped ? LH_REPORT_STARTED : LH_REPORT_FAILED);
  report.pid = started.child;
  report.error = mapped ? 0 : error;
  report.index = mapped ? 0 : index;
  bool told = lh_report_send(launch->reports, &report, started.pidfd);
  // One byte lets the child go on; the end of the socket alone makes it leave. A guest of which the
  // host knows nothing, and which it could not kill, is none to start. The child may be dead already,
  // by a failure of its own, which it has told, or because the host killed it.
  if (mapped && !told) {
    kill(started.child, SIGKILL);
  } else if (mapped && !lh_message_send(started.go, "", 1, NULL, 0) && errno != EPIPE &&
             errno != ECONNRESET) {
    report = lh_report_make(launch, LH_REPORT_FAILED);
    report.error = errno;
    report.index = 5;
    lh_report_send(launch->reports, &report, -1);
    kill(started.child, SIGKILL);
  }
  close(started.go);
  close(started.pidfd);
  return started.child;
}
