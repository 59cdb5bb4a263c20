// SPDX-License-Identifier: MIT
//
// A spare sandbox: pid 1 in namespaces of its own, before there is a launch for it.
//
// Making the namespaces is a third of a launch, and needs nothing that is known of it. What waits is
// empty: no mount of a guest, no id, no descriptor but its own; it is used once, or not at all, and a
// launch that it cannot serve for any reason makes its own sandbox as ever.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

// The index of a report: a plan that could not be read, after the others of its step (child.c).
enum { AT_PLAN = 5 };

/// What the one that waits is told: the launch, and when its first steps began.
struct order {
  struct lh_request request;
  uint32_t trees; ///< how many of the descriptors, the last ones, are detached mounts
  uint32_t reserved;
  uint64_t at[LH_STEP_COUNT];
};

// A failure leaves none, and the next launch tells why: it meets the same one.
void lh_spare_make(struct lh_spare *spare, const struct lh_spawner *spawner,
                   struct lh_launch *launch) {
  int ends[2], pidfd = -1;
  // Opened before the mounts are copied: whatever changes after this moment shows.
  int mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC);
  if (mounts < 0) return;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    close(mounts);
    return;
  }
  *spare = (struct lh_spare){
      .pidfd = -1,
      .orders = fcntl(ends[0], F_DUPFD_CLOEXEC, lh_kept_from),
      .mounts = fcntl(mounts, F_DUPFD_CLOEXEC, lh_kept_from),
  };
  close(ends[0]);
  close(mounts);
  pid_t child = -1;
  if (spare->orders >= 0 && spare->mounts >= 0) {
    memset(launch, 0, sizeof *launch);
    // Until it has its launch, there is nobody whom it could tell of a failure.
    launch->reports = -1;
    struct clone_args arguments = {
        .flags = CLONE_PIDFD | CLONE_NEWUSER | lh_namespaces,
        .pidfd = (uint64_t)(uintptr_t)&pidfd,
        .exit_signal = SIGCHLD,
    };
    child = lh_clone3(&arguments);
    if (child == 0) {
      lh_child(launch, spawner,
               (struct lh_start_signal){.read = ends[1], .write = -1, .brings_launch = true});
    }
  }
  close(ends[1]);
  if (child > 0) {
    spare->pid = child;
    spare->pidfd = fcntl(pidfd, F_DUPFD_CLOEXEC, lh_kept_from);
    close(pidfd);
  }
  if (spare->pidfd < 0) lh_spare_forget(spare);
}

void lh_spare_forget(struct lh_spare *spare) {
  // It ends with the socket. Nothing but the launch that failed to reach it was ever told of it.
  if (spare->orders >= 0) close(spare->orders);
  if (spare->mounts >= 0) close(spare->mounts);
  if (spare->pidfd >= 0) close(spare->pidfd);
  *spare = (struct lh_spare){.pidfd = -1, .orders = -1, .mounts = -1};
}

// A guest with a cgroup is born in it.
static bool suits(const struct lh_launch *launch) {
  const struct lh_plan *plan = launch->plan;
  return (plan->layers & LH_LAYER_USER_NAMESPACE) != 0 && !lh_is_floor(launch) &&
         plan->cgroup_descriptor == LH_NONE;
}

bool lh_spare_order(struct lh_spare *spare, struct lh_launch *launch) {
  if (spare->pid == 0 || !suits(launch)) return false;
  // It has a copy of the mounts of its birth, and a source may lie on one that came later.
  struct pollfd changed = {.fd = spare->mounts, .events = POLLPRI};
  if (poll(&changed, 1, 0) != 0) {
    lh_spare_forget(spare);
    return false;
  }
  struct order order = {
      .request = {.magic = LH_REQUEST_MAGIC,
                  .version = LH_PROTOCOL_VERSION,
                  .descriptor_count = launch->descriptor_count},
  };
  memcpy(order.at, launch->at, sizeof order.at);
  order.at[LH_STEP_ANNOUNCED] = spare->announced;
  int all[LH_MAX_DESCRIPTORS];
  uint32_t count = launch->descriptor_count;
  memcpy(all, launch->descriptors, count * sizeof(int));
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) {
    if (launch->trees[i] < 0) continue;
    if (count == LH_MAX_DESCRIPTORS) return false;
    all[count++] = launch->trees[i];
    order.trees++;
  }
  // One that has died, or to which the kernel sends no more descriptors, is as good as none.
  if (lh_message_send(spare->orders, &order, sizeof order, all, count)) {
    launch->at[LH_STEP_ANNOUNCED] = spare->announced;
    return true;
  }
  lh_spare_forget(spare);
  return false;
}

void lh_spare_await(struct lh_launch *launch, int orders) {
  struct order order;
  int all[LH_MAX_DESCRIPTORS];
  struct lh_message message;
  do {
    message = lh_message_receive(orders, 0, &order, sizeof order, all);
  } while (message.bytes < 0 && errno == EINTR);
  // The spawner has no use for it.
  if (message.bytes == 0) _exit(0);
  if (message.bytes != sizeof order || message.error != 0 ||
      message.count != order.request.descriptor_count + order.trees) {
    _exit(127);
  }
  launch->descriptor_count = order.request.descriptor_count;
  memcpy(launch->descriptors, all, launch->descriptor_count * sizeof(int));
  launch->reports = launch->descriptors[LH_DESCRIPTOR_REPORT];
  memcpy(launch->at, order.at, sizeof order.at);
  // Its own first step, though the plan is the spawner's, which has read the same one: what this process
  // fails at has to count for more than what the spawner then fails at, whose child is gone.
  lh_begin(launch, LH_STEP_LIFELINES);
  uint32_t index = 0;
  if (!lh_plan_read(launch, &index)) lh_fail(launch, AT_PLAN + index);
  uint32_t tree = launch->descriptor_count;
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) {
    launch->trees[i] = tree < message.count ? all[tree++] : -1;
  }
}
