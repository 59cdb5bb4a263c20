// SPDX-License-Identifier: MIT
//
// What the host and the spawner say to each other. This file is the only definition: C includes
// it, Swift imports it, and a test compares the Swift step names with the numbers here.
//
//   host ──request──▶ spawner           one packet on the spawner's descriptor 3
//   host ◀──report── spawner, pid 1     the launch's own report socket
//   host ◀──report── the guest to be    the launch's own handover socket, end of file = executed
//
// Everything is in the byte order and alignment of the machine: both ends are the same build on
// the same kernel. Offsets count from the first byte of the plan.

#pragma once

#include <stdint.h>

#define LH_REQUEST_MAGIC 0x5152484cu /* "LHRQ" */
#define LH_PLAN_MAGIC 0x4c50484cu    /* "LHPL" */
#define LH_REPORT_MAGIC 0x5052484cu  /* "LHRP" */
#define LH_PROTOCOL_VERSION 1u

/// No string, no descriptor.
#define LH_NONE 0xffffffffu

// Limits of a plan. The spawner keeps what it makes for a launch in static memory of these sizes,
// except for arguments and environment, which only the guest to be makes lists of.
#define LH_MAX_PLAN_BYTES (4u << 20)
#define LH_MAX_DESCRIPTORS 253u /* SCM_MAX_FD, include/net/scm.h */
#define LH_MAX_MOUNTS 224u
#define LH_MAX_LIMITS 16u /* RLIM_NLIMITS */
#define LH_MAX_DIRECTORIES 64u
// As many as fit, each with its pointer, into the 2 MiB that the kernel takes with a stack of 8.
#define LH_MAX_ARGUMENTS (1u << 18)
#define LH_MAX_ENVIRONMENT (1u << 18)
#define LH_MAX_FILTER 4096u /* BPF_MAXINSNS */
#define LH_MAX_HOSTNAME 64u /* __NEW_UTS_LEN */
#define LH_MAX_GUESTS 1024u /* alive at once under one spawner */

/// The descriptors of a request that have a fixed place; the others are named by the plan.
enum lh_descriptor {
  LH_DESCRIPTOR_PLAN = 0,     ///< sealed memfd: a plan
  LH_DESCRIPTOR_REPORT = 1,   ///< SEQPACKET: reports of the spawner and of pid 1
  LH_DESCRIPTOR_LIFELINE = 2, ///< read end of a pipe; its hang-up ends the guest
  LH_DESCRIPTOR_HANDOVER = 3, ///< SEQPACKET: reports of the guest until its image is replaced
  LH_DESCRIPTOR_FIRST_FREE = 4,
};

/// One launch asked for: the data of one packet to the spawner.
struct lh_request {
  uint32_t magic;
  uint32_t version;
  uint32_t descriptor_count;
  uint32_t flags; ///< lh_request_flag
};

/// How a launch is to be done, beside what it is.
enum lh_request_flag {
  LH_REQUEST_LAST = 1 << 0, ///< nothing follows: the spawner ends when this guest is gone
  /// No launch yet, and no descriptor: one is being prepared that a spare sandbox will suit.
  LH_REQUEST_ANNOUNCED = 1 << 1,
};

/// What differs from one guest to another. Everything else (the other namespaces, the empty root,
/// capabilities, Landlock, limits, the filter) every guest gets: there is no way to ask for less but
/// LH_LAYER_FLOOR, which has rules of its own instead (floor.c).
enum lh_layer {
  LH_LAYER_USER_NAMESPACE = 1 << 0,        ///< own ids; without it, real ids are taken (root only)
  LH_LAYER_PROC = 1 << 1,                  ///< /proc with subset=pid, hidepid=2
  LH_LAYER_SOURCES_BY_DESCRIPTOR = 1 << 2, ///< root only: clone mounts from descriptors
  LH_LAYER_FLOOR = 1 << 3,                 ///< no namespace and no mount: the host's own paths
  LH_LAYER_STOPPED = 1 << 8, ///< the program stops before its first instruction, for a debugger
};

/// What may be done with a mount.
enum lh_mount_flag {
  LH_MOUNT_WRITABLE = 1 << 0,
  LH_MOUNT_EXECUTABLE = 1 << 1, ///< without it, noexec
  LH_MOUNT_DEVICE = 1 << 2,     ///< without it, nodev; for /dev/null and its like
  LH_MOUNT_FILE = 1 << 3,       ///< the source is not a directory
};

/// A part of the plan: `count` elements that begin `offset` bytes from its start.
struct lh_table {
  uint32_t offset;
  uint32_t count;
};

/// A file or folder of the host that the guest sees.
struct lh_mount {
  uint32_t source;     ///< string: absolute path in the host
  uint32_t target;     ///< string: absolute path in the guest
  uint32_t descriptor; ///< index of an O_PATH descriptor of the source, which is what is meant
  uint32_t flags;      ///< lh_mount_flag
};

/// A resource limit; soft and hard are the same, so that a guest has no choice.
struct lh_limit {
  uint32_t resource; ///< RLIMIT_…
  uint32_t reserved;
  uint64_t value; ///< UINT64_MAX = RLIM_INFINITY
};

/// The head of a plan. Strings are offsets into the string table, each ended by a zero byte.
struct lh_plan {
  uint32_t magic;
  uint32_t version;
  uint32_t bytes;  ///< size of the whole plan
  uint32_t layers; ///< lh_layer
  uint32_t host_uid;
  uint32_t host_gid;
  uint32_t inside_uid;
  uint32_t inside_gid;
  uint32_t open_files; ///< K: RLIMIT_NOFILE, and the number the executable is held at
  uint32_t umask;
  uint32_t filter_flags; ///< SECCOMP_FILTER_FLAG_…
  int32_t oom_score_adj;
  uint64_t timer_slack_nanoseconds; ///< 0 = unchanged
  uint64_t container_bytes;
  uint64_t container_inodes;
  uint32_t container;         ///< string: where the temporary container is; LH_NONE = there is none
  uint32_t executable;        ///< string: path in the guest
  uint32_t working_directory; ///< string
  uint32_t hostname;          ///< string
  uint32_t executable_descriptor;
  uint32_t input_descriptor;
  uint32_t output_descriptor;
  uint32_t error_descriptor;
  uint32_t wire_descriptor;   ///< LH_NONE = descriptor 3 is closed
  uint32_t cgroup_descriptor; ///< LH_NONE = the spawner's own cgroup
  // LH_LAYER_FLOOR only.
  uint32_t container_descriptor; ///< O_PATH of the container's folder; LH_NONE = there is none
  uint32_t lock_descriptor;      ///< held until the last process of the guest is dead; or LH_NONE
  uint32_t held_descriptor;      ///< another one
  uint32_t reserved;
  uint32_t landlock_minimum;     ///< the oldest version of Landlock's rules that will do
  uint32_t own_process; ///< what stands in the filter for the guest's own number; 0 = nothing does
  struct lh_table strings;     ///< bytes; the last is zero
  struct lh_table arguments;   ///< uint32_t string
  struct lh_table environment; ///< uint32_t string
  struct lh_table directories; ///< uint32_t string, made in the guest with mode 0700
  struct lh_table mounts;      ///< struct lh_mount
  struct lh_table limits;      ///< struct lh_limit
  struct lh_table filter;      ///< struct sock_filter
};

/// The steps of a launch, in the order they are taken, each with the reason for its place. A
/// failure at any of them reports (step, index, errno), runs nothing and leaves nothing.
enum lh_step {
  // The spawner.
  LH_STEP_NONE = 0,
  LH_STEP_ANNOUNCED = 1,    ///< the namespaces are made while the host still opens files
  LH_STEP_RECEIVE = 2,      ///< the request and its descriptors are whole
  LH_STEP_PLAN = 3,         ///< the plan is sealed and every offset lies inside it
  LH_STEP_TREES = 4,        ///< root: sources cloned from descriptors, where root may still walk
  LH_STEP_CLONE = 5,        ///< one clone3 with every namespace, or a spare sandbox that has them
  LH_STEP_IDENTITY_MAP = 6, ///< setgroups denied, then gid, then uid; only the parent may as root
  // pid 1.
  LH_STEP_LIFELINES = 7,   ///< first of all, so that nothing below can be orphaned; then the bounding set
  LH_STEP_IDENTITY = 8,    ///< before the first file is made, or it would belong to nobody
  LH_STEP_PROPAGATION = 9, ///< private, so that no mount below reaches the host
  LH_STEP_SOURCES = 10,    ///< sources opened by path while the host's tree is still there
  LH_STEP_ROOT = 11,       ///< an empty tmpfs over the old root
  LH_STEP_MOUNTS = 12,     ///< mount points made, attributes set, then attached: never the reverse
  LH_STEP_CONTAINER = 13,  ///< tmpfs of its own: dies with the namespace
  LH_STEP_PROC = 14,       ///< only if asked; needs the new pid namespace, and the host's /proc
  LH_STEP_PIVOT = 15,      ///< one pivot_root; the host's tree is detached
  LH_STEP_SEAL_ROOT = 16,  ///< read-only, once nothing needs to be made in it
  LH_STEP_HOSTNAME = 17,
  LH_STEP_REAL_IDENTITY = 18,     ///< no-userns: groups, gid, uid, after the last mount
  LH_STEP_DIRECTORIES = 19,       ///< as the guest's user, so that they are the guest's
  LH_STEP_WORKING_DIRECTORY = 20,
  LH_STEP_EXECUTABLE = 21,   ///< opened in the new root and compared with the descriptor meant
  LH_STEP_CAPABILITIES = 22, ///< securebits, ambient, all sets: nothing below needs any
  LH_STEP_NO_NEW_PRIVILEGES = 23, ///< needed by Landlock and by the filters
  LH_STEP_PATHS = 24, ///< floor: every path the guest is given leads where it should, for the guest
  LH_STEP_GUEST = 25,             ///< a raw clone: pid 1 stays, its child becomes the guest
  // The guest to be.
  LH_STEP_SESSION = 26,  ///< parent-death signal, session and process group; lists for the exec
  LH_STEP_STANDARD = 27, ///< 0 null, 1 and 2 pipes, 3 wire
  LH_STEP_LANDLOCK = 28, ///< after the last open, before the descriptors it needs are closed
  LH_STEP_HIGH = 29,     ///< the executable to K, the handover socket to K+1, all else closed
  LH_STEP_LIMITS = 30,   ///< RLIMIT_NOFILE = K among them: no number K can be had again
  LH_STEP_SIGNALS = 31,  ///< umask, timer slack, empty signal mask
  LH_STEP_FILTER = 32,   ///< last: from here on the guest's own rules hold
  LH_STEP_HANDOVER = 33, ///< sendmsg on K+1: the listener and the times go up; then the limit K
  LH_STEP_EXECUTE = 34,  ///< execveat on K, which the filter admits and nobody can repeat
  LH_STEP_COUNT = 35,
};

/// What a report says.
enum lh_report_kind {
  LH_REPORT_REFUSED = 1,  ///< spawner: nothing was started; step, index, error say why
  LH_REPORT_STARTED = 2,  ///< spawner: pid, and a pidfd of pid 1 as descriptor
  LH_REPORT_FAILED = 3,   ///< pid 1 or the guest to be: step, index, error
  LH_REPORT_GUEST = 4,    ///< pid 1: the guest is born; its pidfd as descriptor
  LH_REPORT_READY = 5,    ///< the guest to be: filter on, executing next; listener as descriptor
  LH_REPORT_EXITED = 6,   ///< pid 1: the guest's wait status and its own use of resources
  LH_REPORT_GONE = 7,     ///< spawner: the whole tree is dead and reaped; use of all of it
  LH_REPORT_CONTAINER = 8, ///< pid 1: the container as descriptor, and what the set-up put there
};

/// One report: the data of one packet to the host.
struct lh_report {
  uint32_t magic;
  uint32_t kind; ///< lh_report_kind
  uint32_t step; ///< lh_step
  uint32_t index;
  int32_t error; ///< errno
  int32_t pid;   ///< in the pid namespace of the sender
  int32_t wait_status;
  uint32_t landlock_abi; ///< READY: what was applied; 0 = none
  uint64_t max_resident_kibibytes;
  uint64_t user_microseconds;
  uint64_t system_microseconds;
  uint64_t container_bytes; ///< CONTAINER: in use before the guest is born
  uint64_t container_files;
  uint64_t at[LH_STEP_COUNT]; ///< when each step began, CLOCK_MONOTONIC nanoseconds; 0 = not taken
};

_Static_assert(sizeof(struct lh_request) == 16, "both ends agree");
_Static_assert(sizeof(struct lh_mount) == 16, "both ends agree");
_Static_assert(sizeof(struct lh_limit) == 16, "both ends agree");
_Static_assert(sizeof(struct lh_plan) == 192, "both ends agree");
_Static_assert(sizeof(struct lh_report) == 72 + 8 * LH_STEP_COUNT, "both ends agree");
