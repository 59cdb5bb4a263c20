// SPDX-License-Identifier: MIT
//
// Who a process is, what it may do to others, when it runs, and whose files are.

#include "attempt.h"

static const struct attempt ids[] = {
    // An id that is none is EINVAL, and for some calls "leave it as it is".
    {"reach-setuid", "setuid(-1)", SYS_setuid, {NONE}},
    {"reach-setgid", "setgid(-1)", SYS_setgid, {NONE}},
    {"reach-setreuid", "setreuid(-1, -1)", SYS_setreuid, {NONE, NONE}},
    {"reach-setregid", "setregid(-1, -1)", SYS_setregid, {NONE, NONE}},
    {"reach-setresuid", "setresuid(-1, -1, -1)", SYS_setresuid, {NONE, NONE, NONE}},
    {"reach-setresgid", "setresgid(-1, -1, -1)", SYS_setresgid, {NONE, NONE, NONE}},
    {"reach-setfsuid", "setfsuid(-1)", SYS_setfsuid, {NONE}},
    {"reach-setfsgid", "setfsgid(-1)", SYS_setfsgid, {NONE}},
    {"reach-setgroups", "setgroups(70000, bad)", SYS_setgroups, {70000, NOWHERE}},
    {"reach-capset", "capset(bad, bad)", SYS_capset, {NOWHERE, NOWHERE}},
    {"reach-capget", "capget(bad, bad)", SYS_capget, {NOWHERE, NOWHERE}},
};
const struct attempt_group id_attempts = {ids, sizeof ids / sizeof ids[0]};

static const struct attempt processes[] = {
    {"reach-execve", "execve(bad, bad, bad)", SYS_execve, {NOWHERE, NOWHERE, NOWHERE}},
    {"reach-execveat", "execveat(-1, bad, bad, bad, 0x80000000)", SYS_execveat,
     {NONE, NOWHERE, NOWHERE, NOWHERE, 0x80000000}},
    // Nobody has a signal of this number; the target is looked for before or after that.
    {"reach-kill", "kill(1, 999)", SYS_kill, {1, 999}},
    {"reach-kill-all", "kill(-1, 999)", SYS_kill, {NONE, 999}},
    {"reach-tkill", "tkill(-1, 0)", SYS_tkill, {NONE}},
    {"reach-sigqueue", "rt_sigqueueinfo(1, 0, bad)", SYS_rt_sigqueueinfo, {1, 0, NOWHERE}},
    {"reach-tgsigqueue", "rt_tgsigqueueinfo(1, 1, 0, bad)", SYS_rt_tgsigqueueinfo, {1, 1, 0, NOWHERE}},
    {"reach-wait4", "wait4(-1, 0, 0x80, 0)", SYS_wait4, {NONE, 0, 0x80}},
    {"reach-waitid", "waitid(99, 0, bad, 4, 0)", SYS_waitid, {99, 0, NOWHERE, 4}},
    {"reach-waitid-kernel", "waitid(P_ALL, 0, kernel, WEXITED, 0)", SYS_waitid,
     {0, 0, 0xffffffff81000000, 4}},
    {"reach-setpgid", "setpgid(0, -1)", SYS_setpgid, {0, NONE}},
    // Twice at most: who leads a session already hears EPERM, so this one is of use by its siblings.
    {"reach-timer-create", "timer_create(99, 0, bad)", SYS_timer_create, {99, 0, NOWHERE}},
    {"reach-timer-settime", "timer_settime(99, 0, bad, 0)", SYS_timer_settime, {99, 0, NOWHERE}},
    {"reach-setitimer", "setitimer(99, bad, 0)", SYS_setitimer, {99, NOWHERE}},
    {"reach-set-owner", "fcntl(-1, F_SETOWN, 1)", SYS_fcntl, {NONE, 8, 1}},
    {"reach-set-signal", "fcntl(-1, F_SETSIG, 9)", SYS_fcntl, {NONE, 10, 9}},
    {"reach-set-lease", "fcntl(-1, F_SETLEASE, 0)", SYS_fcntl, {NONE, 1024}},
    {"reach-notify", "fcntl(-1, F_NOTIFY, 0)", SYS_fcntl, {NONE, 1026}},
    {"reach-pipe-size", "fcntl(-1, F_SETPIPE_SZ, 0)", SYS_fcntl, {NONE, 1031}},
    {"reach-robust-list", "get_robust_list(2^30, bad, bad)", SYS_get_robust_list,
     {1 << 30, NOWHERE, NOWHERE}},
    {"reach-membarrier", "membarrier(MEMBARRIER_CMD_GLOBAL, 0x80)", SYS_membarrier, {1, 0x80}},
};
const struct attempt_group process_attempts = {processes, sizeof processes / sizeof processes[0]};

static const struct attempt order[] = {
    {"reach-setpriority", "setpriority(99, 0, 0)", SYS_setpriority, {99}},
    {"reach-sched-scheduler", "sched_setscheduler(0, SCHED_FIFO, bad)", SYS_sched_setscheduler,
     {0, 1, NOWHERE}},
    {"reach-sched-param", "sched_setparam(0, bad)", SYS_sched_setparam, {0, NOWHERE}},
    {"reach-sched-attr", "sched_setattr(0, bad, 0)", SYS_sched_setattr, {0, NOWHERE}},
    {"reach-sched-getattr", "sched_getattr(0, bad, 0, 0)", SYS_sched_getattr, {0, NOWHERE}},
    {"reach-sched-affinity", "sched_setaffinity(0, 8, bad)", SYS_sched_setaffinity, {0, 8, NOWHERE}},
    {"reach-ioprio-set", "ioprio_set(99, 0, 0)", SYS_ioprio_set, {99}},
    {"reach-ioprio-get", "ioprio_get(99, 0)", SYS_ioprio_get, {99}},
};
const struct attempt_group order_attempts = {order, sizeof order / sizeof order[0]};

static const struct attempt files[] = {
    {"reach-chown", "chown(bad, -1, -1)", SYS_chown, {NOWHERE, NONE, NONE}},
    {"reach-lchown", "lchown(bad, -1, -1)", SYS_lchown, {NOWHERE, NONE, NONE}},
    {"reach-fchown", "fchown(-1, -1, -1)", SYS_fchown, {NONE, NONE, NONE}},
    {"reach-fchownat", "fchownat(-1, bad, -1, -1, 0)", SYS_fchownat, {NONE, NOWHERE, NONE, NONE}},
    {"reach-setxattr", "setxattr(bad, bad, bad, 1, 0x80)", SYS_setxattr, {NOWHERE, NOWHERE, NOWHERE, 1, 0x80}},
    {"reach-lsetxattr", "lsetxattr(bad, bad, bad, 1, 0x80)", SYS_lsetxattr,
     {NOWHERE, NOWHERE, NOWHERE, 1, 0x80}},
    {"reach-fsetxattr", "fsetxattr(-1, bad, bad, 1, 0x80)", SYS_fsetxattr, {NONE, NOWHERE, NOWHERE, 1, 0x80}},
    {"reach-removexattr", "removexattr(bad, bad)", SYS_removexattr, {NOWHERE, NOWHERE}},
    {"reach-lremovexattr", "lremovexattr(bad, bad)", SYS_lremovexattr, {NOWHERE, NOWHERE}},
    {"reach-fremovexattr", "fremovexattr(-1, bad)", SYS_fremovexattr, {NONE, NOWHERE}},
    {"reach-mknod", "mknod(bad, S_IFCHR, 0x103)", SYS_mknod, {NOWHERE, 0020600, 0x103}},
    {"reach-mknod-block", "mknod(bad, S_IFBLK, 0x700)", SYS_mknod, {NOWHERE, 0060600, 0x700}},
    {"reach-mknod-pipe", "mknod(bad, S_IFIFO, 0)", SYS_mknod, {NOWHERE, 0010600}},
    {"reach-mknod-socket", "mknod(bad, S_IFSOCK, 0)", SYS_mknod, {NOWHERE, 0140600}},
    {"reach-mknodat", "mknodat(-1, bad, S_IFCHR, 0x103)", SYS_mknodat, {NONE, NOWHERE, 0020600, 0x103}},
    {"reach-sync", "syncfs(-1)", SYS_syncfs, {NONE}},
};
const struct attempt_group file_attempts = {files, sizeof files / sizeof files[0]};
