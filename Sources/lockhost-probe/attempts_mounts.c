// SPDX-License-Identifier: MIT
//
// Namespaces and mounts, by the old calls and the new ones.

#include "attempt.h"

#include <sched.h>

static const struct attempt mounts[] = {
    {"reach-mount", "mount(bad, bad, bad, 0, bad)", SYS_mount, {NOWHERE, NOWHERE, NOWHERE, 0, NOWHERE}},
    {"reach-umount2", "umount2(bad, 0x100)", SYS_umount2, {NOWHERE, 0x100}},
    // May only those who may mount: their right comes before the path.
    {"reach-pivot-root", "pivot_root(bad, bad)", SYS_pivot_root, {NOWHERE, NOWHERE}},
    {"reach-chroot", "chroot(bad)", SYS_chroot, {NOWHERE}},
    {"reach-open-tree", "open_tree(-1, bad, 0x10)", SYS_open_tree, {NONE, NOWHERE, 0x10}},
    {"reach-move-mount", "move_mount(-1, bad, -1, bad, 0x80000000)", SYS_move_mount,
     {NONE, NOWHERE, NONE, NOWHERE, 0x80000000}},
    {"reach-fsopen", "fsopen(bad, 0x80)", SYS_fsopen, {NOWHERE, 0x80}},
    {"reach-fsconfig", "fsconfig(-1, 0, 0, 0, 0)", SYS_fsconfig, {NONE}},
    {"reach-fsmount", "fsmount(-1, 0x80, 0)", SYS_fsmount, {NONE, 0x80}},
    {"reach-fspick", "fspick(-1, bad, 0x8000)", SYS_fspick, {NONE, NOWHERE, 0x8000}},
    {"reach-mount-setattr", "mount_setattr(-1, bad, 1, bad, 0)", SYS_mount_setattr,
     {NONE, NOWHERE, 1, NOWHERE, 0}},
    {"reach-open-tree-attr", "open_tree_attr(-1, bad, 0x10, 0, 1)", 467, {NONE, NOWHERE, 0x10, 0, 1}},
    {"reach-statmount", "statmount(bad, bad, 1, 0x80)", 457, {NOWHERE, NOWHERE, 1, 0x80}},
    {"reach-listmount", "listmount(bad, bad, 1, 0x80)", 458, {NOWHERE, NOWHERE, 1, 0x80}},
    {"reach-swapon", "swapon(bad, 0x80000000)", SYS_swapon, {NOWHERE, 0x80000000}},
    {"reach-swapoff", "swapoff(bad)", SYS_swapoff, {NOWHERE}},
};
const struct attempt_group mount_attempts = {mounts, sizeof mounts / sizeof mounts[0]};

// unshare: one flag that is none beside the namespace's. clone: a thread that shares no signal handlers
// is refused before anything is made. clone3: a structure that is nowhere.
#define UNSHARE(name, flag) \
  {"reach-unshare-" name, "unshare(" #flag "|1)", SYS_unshare, {(unsigned long)(flag) | 1}}
#define CLONE(name, flag)                                                \
  {"reach-clone-" name, "clone(CLONE_THREAD|" #flag ")", SYS_clone,      \
   {CLONE_THREAD | (unsigned long)(flag)}}
#define SETNS(name, flag) {"reach-setns-" name, "setns(-1, " #flag ")", SYS_setns, {NONE, (flag)}}

static const struct attempt spaces[] = {
    UNSHARE("user", CLONE_NEWUSER),
    UNSHARE("mount", CLONE_NEWNS),
    UNSHARE("pid", CLONE_NEWPID),
    UNSHARE("net", CLONE_NEWNET),
    UNSHARE("ipc", CLONE_NEWIPC),
    UNSHARE("uts", CLONE_NEWUTS),
    UNSHARE("cgroup", CLONE_NEWCGROUP),
    UNSHARE("time", CLONE_NEWTIME),
    UNSHARE("files", CLONE_FILES),
    CLONE("user", CLONE_NEWUSER),
    CLONE("mount", CLONE_NEWNS),
    CLONE("pid", CLONE_NEWPID),
    CLONE("net", CLONE_NEWNET),
    CLONE("ipc", CLONE_NEWIPC),
    CLONE("uts", CLONE_NEWUTS),
    CLONE("cgroup", CLONE_NEWCGROUP),
    {"reach-clone-fs-user", "clone(CLONE_FS|CLONE_NEWUSER)", SYS_clone, {CLONE_FS | CLONE_NEWUSER}},
    {"reach-clone-user-high", "clone(1<<32|CLONE_FS|CLONE_NEWUSER)", SYS_clone,
     {1UL << 32 | CLONE_FS | CLONE_NEWUSER}},
    SETNS("any", 0),
    SETNS("user", CLONE_NEWUSER),
    SETNS("mount", CLONE_NEWNS),
    SETNS("net", CLONE_NEWNET),
    SETNS("pid", CLONE_NEWPID),
    SETNS("ipc", CLONE_NEWIPC),
    SETNS("uts", CLONE_NEWUTS),
    SETNS("cgroup", CLONE_NEWCGROUP),
    SETNS("time", CLONE_NEWTIME),
    {"reach-clone3", "clone3(bad, 88)", SYS_clone3, {NOWHERE, 88}},
    {"reach-clone3-short", "clone3(bad, 8)", SYS_clone3, {NOWHERE, 8}},
    {"reach-clone3-long", "clone3(bad, 8192)", SYS_clone3, {NOWHERE, 8192}},
};
const struct attempt_group space_attempts = {spaces, sizeof spaces / sizeof spaces[0]};
