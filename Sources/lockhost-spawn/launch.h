// SPDX-License-Identifier: MIT
//
// One launch, as the spawner and its children see it.
#pragma once

#include "CLinux.h"

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/socket.h>

// Descriptors of requests, and what is made for a launch, lie below this number; what the spawner
// keeps for a guest's life lies above, so that a new child closes all of it in one call.
#define LH_KEPT_DESCRIPTORS 512
/// That number, or a lower one in a process that may not have as many.
extern int lh_kept_from;

/// A launch in work. There is one, in static memory: the spawner does one at a time, and each child
/// has its own copy.
struct lh_launch {
  const void *mapping;
  size_t mapping_bytes;
  const struct lh_plan *plan;
  const char *strings;
  const uint32_t *directories;
  const struct lh_mount *mounts;
  const struct lh_limit *limits;
  const struct sock_filter *filter;
  const uint32_t *arguments; ///< strings
  const uint32_t *environment;
  int descriptors[LH_MAX_DESCRIPTORS];
  uint32_t descriptor_count;
  int trees[LH_MAX_MOUNTS]; ///< detached mounts, not attached yet
  int executable;           ///< O_PATH, in the new root
  int container;            ///< O_PATH, the container's file system; -1 = there is none
  uint32_t landlock_abi;
  pid_t parent;  ///< floor: the guest's parent, whose end the guest must not miss; 0 elsewhere
  int gate[2];   ///< pid 1 lets the guest go on by a packet from [0] to [1]
  int reports;   ///< where this process reports now
  uint32_t step; ///< lh_step that has begun
  uint64_t at[LH_STEP_COUNT];
};

/// A spare sandbox: pid 1 in every namespace of its own, with nothing in them yet, waiting for the
/// launch that it is for.
struct lh_spare {
  pid_t pid;  ///< 0 = there is none
  int pidfd;
  int orders; ///< the launch goes here, then the byte that lets it go on
  int mounts; ///< tells when the host's mounts are no longer those that it has a copy of
  uint64_t announced; ///< when its making began, where that was for a launch; 0 = it is kept
};

/// How a new pid 1 learns that it may go on: by a byte after its ids were written. A spare
/// one gets its launch first, on the same descriptor.
struct lh_start_signal {
  int read;
  int write; ///< the spawner's end, to be closed
  bool brings_launch;
};

/// The spawner's own descriptors, which a child inherits and must let go of.
struct lh_spawner {
  int host;        ///< requests come from here; its end of file is the host's
  int signals;     ///< signalfd for SIGCHLD
  int alive_read;  ///< hangs up when the spawner is dead
  int alive_write; ///< held by the spawner only
};

static inline const char *lh_string(const struct lh_launch *launch, uint32_t offset) {
  return launch->strings + offset;
}

static inline int lh_descriptor_at(const struct lh_launch *launch, uint32_t index) {
  return launch->descriptors[index];
}

// report.c
void lh_begin(struct lh_launch *launch, enum lh_step step);
bool lh_report_send(int socket, const struct lh_report *report, int descriptor);
struct lh_report lh_report_make(const struct lh_launch *launch, enum lh_report_kind kind);
_Noreturn void lh_fail(struct lh_launch *launch, uint32_t index);
/// How a process ended and what it used, in a report of any kind.
void lh_report_set_end(struct lh_report *report, pid_t pid, int status, const struct rusage *used);
/// Tells of the guest's end.
void lh_report_exit(struct lh_launch *launch, pid_t pid, int status, const struct rusage *used);
/// Takes what a signalfd holds, since it only says that there is something to reap.
void lh_drain_signals(int signals);

// plan.c: returns false with errno set; `*index` says which descriptor or table is wrong.
bool lh_plan_read(struct lh_launch *launch, uint32_t *index);

// request.c
/// What came of receiving a message.
struct lh_message {
  ssize_t bytes;  ///< -1 with errno, 0 for the end
  uint32_t count; ///< of its descriptors
  int error;      ///< 0, or what it lacks: EMFILE for descriptors, EMSGSIZE for bytes
};
struct lh_message lh_message_receive(int socket, int flags, void *data, size_t size,
                                     int descriptors[LH_MAX_DESCRIPTORS]);
/// Sends all of it or nothing, without waiting and without a signal.
bool lh_message_send(int socket, const void *data, size_t size, const int *descriptors,
                     uint32_t count);
bool lh_request_receive(int host, struct lh_launch *launch, struct lh_request *request, bool *closed);
void lh_request_close(struct lh_launch *launch);

// start.c: returns the pid of the new pid 1, or -1 after having reported why not.
pid_t lh_start(struct lh_launch *launch, const struct lh_spawner *spawner, struct lh_spare *spare);
/// All namespaces of a guest but the user's, which a layer of the plan asks for.
extern const uint64_t lh_namespaces;

// spare.c: the first of each pair in the spawner, the second in what it made.
void lh_spare_make(struct lh_spare *spare, const struct lh_spawner *spawner,
                   struct lh_launch *launch);
bool lh_spare_order(struct lh_spare *spare, struct lh_launch *launch);
void lh_spare_forget(struct lh_spare *spare);
void lh_spare_await(struct lh_launch *launch, int orders);

// child.c
_Noreturn void lh_child(struct lh_launch *launch, const struct lh_spawner *spawner,
                        struct lh_start_signal start);

// root.c
void lh_root_build(struct lh_launch *launch);

// privileges.c
/// Empties the bounding set. A failure is told with `index` and the capability's number.
void lh_privileges_bound(struct lh_launch *launch, uint32_t index);
void lh_privileges_drop(struct lh_launch *launch);

// landlock.c
void lh_landlock_apply(struct lh_launch *launch);

// guest.c
_Noreturn void lh_guest(struct lh_launch *launch);

// init.c
int lh_init_signals(void);
void lh_open_gate(struct lh_launch *launch, int gate);
_Noreturn void lh_init(struct lh_launch *launch, pid_t guest, int signals, int lifeline, int alive);

// floor.c
bool lh_is_floor(const struct lh_launch *launch);
void lh_floor_begin(struct lh_launch *launch);
void lh_floor_check_paths(struct lh_launch *launch);
_Noreturn void lh_floor_watch(struct lh_launch *launch, pid_t guest, int signals, int lifeline,
                              int alive);
void lh_floor_filter(struct lh_launch *launch, struct sock_fprog *program);
void lh_floor_allow_own_process(struct lh_launch *launch, int rules, uint64_t known,
                                uint32_t index);
