// SPDX-License-Identifier: MIT
//
// Code in the kernel, looking into other processes, and watching whole file systems.

#include "attempt.h"

#include <linux/userfaultfd.h>
#include <sys/prctl.h>

static const struct attempt code[] = {
    // A structure of two pages is refused for its size, before anybody's right is asked.
    {"reach-bpf", "bpf(BPF_MAP_CREATE, bad, 8192)", SYS_bpf, {0, NOWHERE, 8192}},
    {"reach-bpf-load", "bpf(BPF_PROG_LOAD, bad, 8192)", SYS_bpf, {5, NOWHERE, 8192}},
    {"reach-bpf-get", "bpf(BPF_OBJ_GET, bad, 8192)", SYS_bpf, {7, NOWHERE, 8192}},
    {"reach-io-uring-setup", "io_uring_setup(1, bad)", SYS_io_uring_setup, {1, NOWHERE}},
    {"reach-io-uring-enter", "io_uring_enter(-1, 0, 0, 0, 0, 0)", SYS_io_uring_enter, {NONE}},
    {"reach-io-uring-register", "io_uring_register(-1, 0, 0, 0)", SYS_io_uring_register, {NONE}},
    {"reach-userfaultfd", "userfaultfd(UFFD_USER_MODE_ONLY|0x10)", SYS_userfaultfd,
     {UFFD_USER_MODE_ONLY | 0x10}},
    {"reach-perf-event-open", "perf_event_open(bad, 0, -1, -1, 0x80000000)", SYS_perf_event_open,
     {NOWHERE, 0, NONE, NONE, 0x80000000}},
    {"reach-init-module", "init_module(bad, 0, bad)", SYS_init_module, {NOWHERE, 0, NOWHERE}},
    {"reach-finit-module", "finit_module(-1, bad, 0x8000)", SYS_finit_module, {NONE, NOWHERE, 0x8000}},
    {"reach-delete-module", "delete_module(bad, 0)", SYS_delete_module, {NOWHERE}},
    {"reach-kexec-load", "kexec_load(0, 17, bad, 0x80000000)", SYS_kexec_load,
     {0, 17, NOWHERE, 0x80000000}},
    {"reach-kexec-file-load", "kexec_file_load(-1, -1, 0, bad, 0x8000)", SYS_kexec_file_load,
     {NONE, NONE, 0, NOWHERE, 0x8000}},
    {"reach-seccomp", "seccomp(99, 0, 0)", SYS_seccomp, {99}},
    {"reach-seccomp-strict", "seccomp(SECCOMP_SET_MODE_STRICT, 1, 0)", SYS_seccomp, {0, 1}},
    {"reach-seccomp-filter", "seccomp(SECCOMP_SET_MODE_FILTER, 0, bad)", SYS_seccomp, {1, 0, NOWHERE}},
    {"reach-seccomp-listener", "seccomp(SECCOMP_SET_MODE_FILTER, NEW_LISTENER, bad)", SYS_seccomp,
     {1, 8, NOWHERE}},
    {"reach-seccomp-tsync", "seccomp(SECCOMP_SET_MODE_FILTER, TSYNC, bad)", SYS_seccomp,
     {1, 1, NOWHERE}},
    {"reach-seccomp-actions", "seccomp(SECCOMP_GET_ACTION_AVAIL, 0, bad)", SYS_seccomp, {2, 0, NOWHERE}},
    {"reach-seccomp-sizes", "seccomp(SECCOMP_GET_NOTIF_SIZES, 0, bad)", SYS_seccomp, {3, 0, NOWHERE}},
    {"reach-landlock-create", "landlock_create_ruleset(bad, 8, 0x80)", SYS_landlock_create_ruleset,
     {NOWHERE, 8, 0x80}},
    {"reach-landlock-add", "landlock_add_rule(-1, 1, bad, 1)", SYS_landlock_add_rule,
     {NONE, 1, NOWHERE, 1}},
    {"reach-landlock-restrict", "landlock_restrict_self(-1, 0x800000)", SYS_landlock_restrict_self,
     {NONE, 0x800000}},
};
const struct attempt_group code_attempts = {code, sizeof code / sizeof code[0]};

static const struct attempt watches[] = {
    {"reach-ptrace", "ptrace(PTRACE_PEEKDATA, 2^30)", SYS_ptrace, {2, 1 << 30}},
    {"reach-ptrace-seize", "ptrace(PTRACE_SEIZE, 2^30)", SYS_ptrace, {0x4206, 1 << 30}},
    {"reach-ptrace-attach", "ptrace(PTRACE_ATTACH, 2^30)", SYS_ptrace, {16, 1 << 30}},
    {"reach-process-vm-readv", "process_vm_readv(-1, 0, 0, 0, 0, 1)", SYS_process_vm_readv,
     {NONE, 0, 0, 0, 0, 1}},
    {"reach-process-vm-writev", "process_vm_writev(-1, 0, 0, 0, 0, 1)", SYS_process_vm_writev,
     {NONE, 0, 0, 0, 0, 1}},
    {"reach-process-madvise", "process_madvise(-1, bad, 1, 0, 1)", SYS_process_madvise,
     {NONE, NOWHERE, 1, 0, 1}},
    {"reach-process-mrelease", "process_mrelease(-1, 1)", SYS_process_mrelease, {NONE, 1}},
    {"reach-kcmp", "kcmp(2^30, 2^30, 0, 0, 0)", SYS_kcmp, {1 << 30, 1 << 30}},
    {"reach-pidfd-open", "pidfd_open(-1, 0)", SYS_pidfd_open, {NONE}},
    {"reach-pidfd-getfd", "pidfd_getfd(-1, -1, 1)", SYS_pidfd_getfd, {NONE, NONE, 1}},
    {"reach-pidfd-send-signal", "pidfd_send_signal(-1, 0, 0, 0x80000000)", SYS_pidfd_send_signal,
     {NONE, 0, 0, 0x80000000}},
    {"reach-fanotify-init", "fanotify_init(FAN_REPORT_FID, O_CREAT)", SYS_fanotify_init, {0x200, 0x40}},
    {"reach-fanotify-mark", "fanotify_mark(-1, 0xffff0000, 0, -1, bad)", SYS_fanotify_mark,
     {NONE, 0xffff0000, 0, NONE, NOWHERE}},
    {"reach-inotify-init", "inotify_init1(1)", SYS_inotify_init1, {1}},
    {"reach-inotify-add-watch", "inotify_add_watch(-1, bad, 0)", SYS_inotify_add_watch,
     {NONE, NOWHERE, 0}},
    {"reach-inotify-rm-watch", "inotify_rm_watch(-1, 0)", SYS_inotify_rm_watch, {NONE}},
    {"reach-open-by-handle-at", "open_by_handle_at(-1, bad, 0)", SYS_open_by_handle_at, {NONE, NOWHERE}},
    {"reach-name-to-handle-at", "name_to_handle_at(-1, bad, bad, bad, 0x80000000)",
     SYS_name_to_handle_at, {NONE, NOWHERE, NOWHERE, NOWHERE, 0x80000000}},
    {"reach-lookup-dcookie", "lookup_dcookie(0, bad, 1)", SYS_lookup_dcookie, {0, NOWHERE, 1}},
    {"reach-keyctl", "keyctl(0x7fffffff)", SYS_keyctl, {0x7fffffff}},
    {"reach-keyctl-join", "keyctl(KEYCTL_JOIN_SESSION_KEYRING, bad)", SYS_keyctl, {1, NOWHERE}},
    {"reach-keyctl-read", "keyctl(KEYCTL_READ, 0)", SYS_keyctl, {11}},
    {"reach-add-key", "add_key(bad, bad, 0, 0, 0)", SYS_add_key, {NOWHERE, NOWHERE}},
    {"reach-request-key", "request_key(bad, bad, 0, 0)", SYS_request_key, {NOWHERE, NOWHERE}},
};
const struct attempt_group watch_attempts = {watches, sizeof watches / sizeof watches[0]};

// Of everybody's own settings, those that would weaken the sandbox or reach beyond it. A value that
// nobody defined is EINVAL.
#define PRCTL(name, option, ...) \
  {"reach-prctl-" name, "prctl(" #option ")", SYS_prctl, {(option), __VA_ARGS__}}

static const struct attempt options[] = {
    PRCTL("seccomp", PR_SET_SECCOMP, 99),
    PRCTL("dumpable", PR_SET_DUMPABLE, 99),
    PRCTL("mm", PR_SET_MM, 99, 0, 0, 1),
    PRCTL("no-new-privs", PR_SET_NO_NEW_PRIVS, 0),
    PRCTL("ambient", PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 999),
    PRCTL("ambient-is-set", PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, 999),
    PRCTL("securebits", PR_SET_SECUREBITS, 0x10000),
    PRCTL("keep-caps", PR_SET_KEEPCAPS, 99),
    PRCTL("bounding-drop", PR_CAPBSET_DROP, 999),
    PRCTL("death-signal", PR_SET_PDEATHSIG, 999),
    PRCTL("subreaper", PR_SET_CHILD_SUBREAPER, 0),
    PRCTL("tracer", 0x59616d61 /* PR_SET_PTRACER */, 1 << 30),
    PRCTL("tsc", PR_SET_TSC, 99),
    PRCTL("speculation", PR_SET_SPECULATION_CTRL, 0, 99),
    PRCTL("user-dispatch", 59 /* PR_SET_SYSCALL_USER_DISPATCH */, 99),
    PRCTL("core-scheduling", 62 /* PR_SCHED_CORE */, 99),
    PRCTL("write-execute", 65 /* PR_SET_MDWE */, 0x80),
    PRCTL("huge-pages", PR_SET_THP_DISABLE, 0, 1),
    PRCTL("timer-slack", PR_SET_TIMERSLACK, 50000),
    PRCTL("io-flusher", 57 /* PR_SET_IO_FLUSHER */, 99),
    PRCTL("perf", PR_TASK_PERF_EVENTS_DISABLE, 0),
    PRCTL("unknown", 0x7ffffff0, 0),
    PRCTL("high", 1UL << 32 | PR_SET_DUMPABLE, 99),
};
const struct attempt_group option_attempts = {options, sizeof options / sizeof options[0]};
