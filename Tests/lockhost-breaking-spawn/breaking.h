// SPDX-License-Identifier: MIT
//
// Stands before each file of the spawner: its headers first, then names of ours for those calls that a
// weakness changes.
#pragma once

#include "../../Sources/lockhost-spawn/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/securebits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

/// Whether this is the weakness that the spawner has.
bool breaking_is(const char *weakness);

int breaking_main(int argc, char **argv);

pid_t breaking_clone3(struct clone_args *arguments);
int breaking_fsmount(int context, unsigned int flags, unsigned int attributes);
int breaking_mount_setattr(int folder, const char *path, unsigned int flags,
                           struct mount_attr *attributes, size_t size);
int breaking_restrict_self(int rules);
int breaking_prctl(int option, unsigned long first);
int breaking_umask(mode_t mask);
int breaking_sigprocmask(int how, const sigset_t *set, sigset_t *old);
int breaking_sethostname(const char *name, size_t length);
int breaking_fchdir(int folder);
int breaking_mkdir(const char *path, mode_t mode);
int breaking_dup2(int from, int to);
int breaking_dup3(int from, int to, int flags);
int breaking_close_range(unsigned int first, unsigned int last, int flags);

#ifndef BREAKING_ITSELF
#define lh_clone3(arguments) breaking_clone3(arguments)
#define fsmount(context, flags, attributes) breaking_fsmount((context), (flags), (attributes))
#define mount_setattr(folder, path, flags, attributes, size) \
  breaking_mount_setattr((folder), (path), (flags), (attributes), (size))
#define lh_landlock_restrict_self(rules) breaking_restrict_self(rules)
#define prctl(option, first, ...) breaking_prctl((option), (unsigned long)(first))
#define umask(mask) breaking_umask(mask)
#define sigprocmask(how, set, old) breaking_sigprocmask((how), (set), (old))
#define sethostname(name, length) breaking_sethostname((name), (length))
#endif
