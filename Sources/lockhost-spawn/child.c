// SPDX-License-Identifier: MIT
//
// pid 1 of a guest's namespaces, from its clone until the guest is born.
//
// The order of the steps, with the reason for each place, is written once: at enum lh_step in
// lockhost_plan.h. Every failure reports its step and leaves; the namespaces, and so every mount
// and file made here, end with this process.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>

/// The index of a failure of the first step: a capability that stays in the bounding set.
enum { AT_BOUNDS = 100 };

static bool has(const struct lh_launch *launch, uint32_t layer) {
  return (launch->plan->layers & layer) != 0;
}

static void watch_parent(struct lh_launch *launch, int alive, uint32_t index) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) lh_fail(launch, index);
  // A parent that died before that call sends nothing any more, but its pipe has hung up.
  struct pollfd hangup = {.fd = alive};
  int count = poll(&hangup, 1, 0);
  if (count != 0) {
    if (count > 0) errno = EOWNERDEAD;
    lh_fail(launch, index);
  }
}

static void hold_lifelines(struct lh_launch *launch, const struct lh_spawner *spawner,
                           struct lh_start_signal start) {
  lh_begin(launch, LH_STEP_LIFELINES);
  // Everything that must hang up for us has to be closed here first, and other guests' reports are
  // none of our business.
  close(spawner->alive_write);
  close(spawner->signals);
  // Replaced by the null device and not closed: 0 to 3 stay taken until the guest's own are put
  // there, so that nothing opened below can be in their way.
  if (dup2(0, spawner->host) < 0) lh_fail(launch, 3);
  if (start.write >= 0) close(start.write);
  if (close_range((unsigned int)lh_kept_from, ~0u, 0) != 0) lh_fail(launch, 0);
  watch_parent(launch, spawner->alive_read, 1);
  // Meanwhile: what takes a call for each capability and needs nothing of the launch.
  if (start.brings_launch || !lh_is_floor(launch)) lh_privileges_bound(launch, AT_BOUNDS);
  if (start.brings_launch) lh_spare_await(launch, start.read);
  char byte;
  ssize_t received;
  do {
    received = read(start.read, &byte, 1);
  } while (received < 0 && errno == EINTR);
  if (received < 0) lh_fail(launch, 4);
  // The spawner could not write the maps, and has reported it.
  if (received != 1) _exit(127);
  close(start.read);
  // Nobody of the same user looks into, or takes over, the one process that has privileges here
  // (bubblewrap's CVE-2026-41163). Not earlier: the maps are written through this process's files
  // in /proc, which now belong to root.
  if (prctl(PR_SET_DUMPABLE, 0) != 0) lh_fail(launch, 2);
  prctl(PR_SET_NAME, "lockhost-init");
}

static void take_inside_identity(struct lh_launch *launch, int alive) {
  if (!has(launch, LH_LAYER_USER_NAMESPACE)) return;
  const struct lh_plan *plan = launch->plan;
  lh_begin(launch, LH_STEP_IDENTITY);
  if (setresgid(plan->inside_gid, plan->inside_gid, plan->inside_gid) != 0) lh_fail(launch, 0);
  if (setresuid(plan->inside_uid, plan->inside_uid, plan->inside_uid) != 0) lh_fail(launch, 1);
  // A change of ids makes the kernel forget the parent-death signal.
  watch_parent(launch, alive, 2);
}

// Without a user namespace the mounts need root, so the real ids are taken after the last of them.
static void take_real_identity(struct lh_launch *launch, int alive) {
  if (has(launch, LH_LAYER_USER_NAMESPACE)) return;
  const struct lh_plan *plan = launch->plan;
  // On the floor an ordinary user's guest is that user already.
  if (lh_is_floor(launch) && geteuid() == plan->host_uid) return;
  lh_begin(launch, LH_STEP_REAL_IDENTITY);
  // Capabilities stay until their own step, which needs one of them to empty the bounding set.
  if (prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP) != 0) lh_fail(launch, 0);
  if (setgroups(0, NULL) != 0) lh_fail(launch, 1);
  if (setresgid(plan->host_gid, plan->host_gid, plan->host_gid) != 0) lh_fail(launch, 2);
  if (setresuid(plan->host_uid, plan->host_uid, plan->host_uid) != 0) lh_fail(launch, 3);
  watch_parent(launch, alive, 4);
}

static void make_directories(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_DIRECTORIES);
  for (uint32_t i = 0; i < launch->plan->directories.count; i++) {
    // The guest has not run yet, but a folder that outlives guests may hold what an earlier one
    // left there: existing folders are accepted, links of any kind are not.
    const char *path = lh_string(launch, launch->directories[i]);
    if (mkdir(path, 0700) != 0 && errno != EEXIST) lh_fail(launch, i);
    int folder = lh_openat2_mode(AT_FDCWD, path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0,
                            RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
    if (folder < 0) lh_fail(launch, i);
    close(folder);
  }
}

// The host gets the file system itself: it can see how full it is while the guest runs, and what was
// in it when everybody in the guest is dead, also when pid 1 was killed with them. The kernel keeps
// it for as long as the host holds it, so letting go of it is the wipe.
static void hand_container_over(struct lh_launch *launch) {
  if (launch->container < 0) return;
  struct statfs status;
  if (fstatfs(launch->container, &status) != 0) lh_fail(launch, LH_MAX_DIRECTORIES);
  struct lh_report report = lh_report_make(launch, LH_REPORT_CONTAINER);
  report.container_bytes = (status.f_blocks - status.f_bfree) * (uint64_t)status.f_bsize;
  report.container_files = status.f_files - status.f_ffree;
  if (!lh_report_send(launch->reports, &report, launch->container)) {
    lh_fail(launch, LH_MAX_DIRECTORIES + 1);
  }
  close(launch->container);
}

static void enter_working_directory(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_WORKING_DIRECTORY);
  int folder = lh_openat2_mode(AT_FDCWD, lh_string(launch, launch->plan->working_directory),
                          O_PATH | O_DIRECTORY | O_CLOEXEC, 0,
                          RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (folder < 0) lh_fail(launch, 0);
  if (fchdir(folder) != 0) lh_fail(launch, 1);
  close(folder);
}

// What is executed is what the guest can see at that path, through its own mounts with their own
// flags, and only if it is the file that the host looked at. (The host's descriptor itself would
// lead through the host's mount, which Landlock and noexec do not judge as the guest's.)
static void open_executable(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_EXECUTABLE);
  const struct lh_plan *plan = launch->plan;
  struct stat meant, found;
  if (fstat(lh_descriptor_at(launch, plan->executable_descriptor), &meant) != 0) {
    lh_fail(launch, 0);
  }
  launch->executable = lh_openat2_mode(AT_FDCWD, lh_string(launch, plan->executable),
                                  O_PATH | O_CLOEXEC, 0,
                                  RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS);
  if (launch->executable < 0) lh_fail(launch, 1);
  if (fstat(launch->executable, &found) != 0) lh_fail(launch, 2);
  if (found.st_dev != meant.st_dev || found.st_ino != meant.st_ino) {
    errno = ESTALE;
    lh_fail(launch, 3);
  }
}

static void name_host(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_HOSTNAME);
  const char *name = lh_string(launch, launch->plan->hostname);
  size_t length = 0;
  while (length <= LH_MAX_HOSTNAME && name[length] != 0) length++;
  if (sethostname(name, length) != 0) lh_fail(launch, 0);
  // The other half of what uname tells; it would be the host's.
  if (setdomainname("(none)", 6) != 0) lh_fail(launch, 1);
}

_Noreturn void lh_child(struct lh_launch *launch, const struct lh_spawner *spawner,
                        struct lh_start_signal start) {
  hold_lifelines(launch, spawner, start);
  if (lh_is_floor(launch)) {
    lh_floor_begin(launch);
  } else {
    take_inside_identity(launch, spawner->alive_read);
    lh_root_build(launch);
    name_host(launch);
  }
  take_real_identity(launch, spawner->alive_read);
  make_directories(launch);
  hand_container_over(launch);
  enter_working_directory(launch);
  open_executable(launch);
  lh_privileges_drop(launch);
  if (lh_is_floor(launch)) lh_floor_check_paths(launch);

  lh_begin(launch, LH_STEP_GUEST);
  // Raw and without flags: pid 1 keeps watch while its child becomes the guest. With a pidfd, so
  // that the host can name the guest without trusting a number.
  int pidfd = -1;
  int signals = lh_init_signals();
  if (signals < 0) lh_fail(launch, 1);
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, launch->gate) != 0) lh_fail(launch, 5);
  struct clone_args arguments = {
      .flags = CLONE_PIDFD,
      .pidfd = (uint64_t)(uintptr_t)&pidfd,
      .exit_signal = SIGCHLD,
  };
  pid_t guest = lh_is_floor(launch) ? lh_clone_plain(&pidfd) : lh_clone3(&arguments);
  if (guest < 0) lh_fail(launch, 0);
  if (guest == 0) lh_guest(launch);
  struct lh_report report = lh_report_make(launch, LH_REPORT_GUEST);
  report.pid = guest;
  if (!lh_report_send(launch->reports, &report, pidfd)) lh_fail(launch, 7);
  int lifeline = launch->descriptors[LH_DESCRIPTOR_LIFELINE];
  if (lh_is_floor(launch)) lh_floor_watch(launch, guest, signals, lifeline, spawner->alive_read);
  lh_init(launch, guest, signals, lifeline, spawner->alive_read);
}
