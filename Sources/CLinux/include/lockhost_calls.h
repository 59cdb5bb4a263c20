// SPDX-License-Identifier: MIT
//
// Calls and constants that the C library of Debian 12 (glibc 2.36, headers of Linux 6.1) lacks, for
// the two C programs. They compile with _GNU_SOURCE; Swift, which reads headers without it, sees
// the constants only. Each wrapper is bare: no state, no allocation, safe between clone and exec.
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Landlock after ABI 2, from include/uapi/linux/landlock.h of Linux 6.15 (ABI 7).
#define LH_LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)  /* ABI 3, Linux 6.2 */
#define LH_LANDLOCK_ACCESS_FS_IOCTL_DEV (1ULL << 15) /* ABI 5, Linux 6.10 */
#define LH_LANDLOCK_ACCESS_NET_BIND_TCP (1ULL << 0)  /* ABI 4, Linux 6.7 */
#define LH_LANDLOCK_ACCESS_NET_CONNECT_TCP (1ULL << 1)
#define LH_LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET (1ULL << 0) /* ABI 6, Linux 6.12 */
#define LH_LANDLOCK_SCOPE_SIGNAL (1ULL << 1)

// From fcntl.h and linux/fcntl.h, behind _GNU_SOURCE: a descriptor that names a file and opens
// nothing; the same on every architecture lockhost runs on.
#define LH_O_PATH 010000000

// From asm-generic/resource.h: behind _GNU_SOURCE or BSD extensions.
#define LH_RLIMIT_NPROC 6
#define LH_RLIMIT_MEMLOCK 8
#define LH_RLIMIT_SIGPENDING 11
#define LH_RLIMIT_MSGQUEUE 12
#define LH_RLIMIT_NICE 13
#define LH_RLIMIT_RTPRIO 14

// From linux/seccomp.h.
#define LH_FILTER_NEW_LISTENER (1U << 3)
#define LH_FILTER_WAIT_KILLABLE (1U << 5) /* Linux 5.19 */

/// struct landlock_ruleset_attr as of ABI 6; shorter forms are prefixes of it.
struct lh_landlock_ruleset {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

// posix_spawn(3) of a program with one or two arguments (the second may be NULL), `socket` as
// descriptor 3, the null device as 0 to 2, and an empty environment; returns an errno value. In one C
// function because posix_spawn's opaque structures have to stay where they are.
int lh_spawn_program(const char *path, const char *first, const char *second, int socket,
                     int32_t *process);

// Lets a new child begin on another processor at once, where there is one that this process may use; the
// child may run on all of them afterwards. Some schedulers leave a new process queued behind its parent,
// though another processor idles, until the parent sleeps or a tick takes it away: 1 to 2 ms (Linux 6.18
// in a virtual machine). For a child that is to work while its parent does, and for no other: a program
// that is executed there may be sent back, which takes 0.4 ms. No failure matters: it begins later then.
void lh_send_to_another_processor(int32_t process);

// waitpid(2) after SIGKILL: ends a child for certain and leaves no zombie.
void lh_end_child(int32_t process);

// The hard limit of a resource, UINT64_MAX for none or when it cannot be read: the resource
// argument's type differs with _GNU_SOURCE, and Swift sees an enumeration it cannot build.
uint64_t lh_hard_limit(uint32_t resource);

// WIFEXITED(3) and its relatives are macros.
bool lh_wait_exited(int32_t status);
int32_t lh_wait_exit_code(int32_t status);
bool lh_wait_signaled(int32_t status);
int32_t lh_wait_signal(int32_t status);
bool lh_wait_dumped_core(int32_t status);

#ifdef _GNU_SOURCE

#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/landlock.h>
#include <linux/openat2.h> // RESOLVE_…, for lh_openat2_mode of lockhost_files.h
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

// clone3(2): glibc keeps it to itself. In the child this returns 0 on the same stack, as fork does;
// unlike fork, no handler of the C library runs in between.
static inline pid_t lh_clone3(struct clone_args *arguments) {
  return (pid_t)syscall(SYS_clone3, arguments, sizeof *arguments);
}

// clone(2) as fork does it, with a pidfd (Linux 5.2): where clone3 is refused for what it could ask
// for. The arguments that the two architectures order differently are zero.
static inline pid_t lh_clone_plain(int *pidfd) {
  return (pid_t)syscall(SYS_clone, (unsigned long)(CLONE_PIDFD | 17 /* SIGCHLD */), 0, pidfd, 0, 0);
}

// pivot_root(2): never had a wrapper.
static inline int lh_pivot_root(const char *new_root, const char *old_root) {
  return (int)syscall(SYS_pivot_root, new_root, old_root);
}

// capset(2): its wrapper is libcap's.
static inline int lh_capset_none(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {{0}};
  return (int)syscall(SYS_capset, &header, none);
}

// capget(2): its wrapper is libcap's.
static inline int lh_capget(struct __user_cap_header_struct *header,
                            struct __user_cap_data_struct *sets) {
  return (int)syscall(SYS_capget, header, sets);
}

// keyctl(2), KEYCTL_JOIN_SESSION_KEYRING with no name: its wrapper is libkeyutils'.
static inline int lh_join_session_keyring(void) {
  return (int)syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL, 0, 0, 0);
}

// keyctl(2), KEYCTL_SETPERM with nothing: nobody may view, read, write, search, link or change it.
static inline int lh_seal_key(int key) {
  return (int)syscall(SYS_keyctl, KEYCTL_SETPERM, key, 0, 0, 0);
}

// seccomp(2): no wrapper.
static inline int lh_seccomp(unsigned int operation, unsigned int flags, const void *arguments) {
  return (int)syscall(SYS_seccomp, operation, flags, arguments);
}

// The three calls of landlock(7): no wrappers.
static inline int lh_landlock_create_ruleset(const struct lh_landlock_ruleset *attributes,
                                             size_t size, uint32_t flags) {
  return (int)syscall(SYS_landlock_create_ruleset, attributes, size, flags);
}

static inline int lh_landlock_add_path(int ruleset, uint64_t access, int parent) {
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = parent};
  return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

static inline int lh_landlock_restrict_self(int ruleset) {
  return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

#endif
