// SPDX-License-Identifier: MIT
//
// What LockhostSystem/Files needs of Linux and the Glibc module does not offer: openat2(2) and
// getdents64(2) are bare numbers, renameat2(2), statx(2) and syncfs(2) are behind _GNU_SOURCE, and
// the members of struct stat belong to a module that cannot be named in an import.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// From linux/openat2.h.
#define LH_RESOLVE_NO_XDEV 0x01ULL
#define LH_RESOLVE_NO_MAGICLINKS 0x02ULL
#define LH_RESOLVE_NO_SYMLINKS 0x04ULL
#define LH_RESOLVE_BENEATH 0x08ULL

// From fcntl.h, where they are octal numbers behind _GNU_SOURCE.
#define LH_O_PATH 010000000
#define LH_AT_EMPTY_PATH 0x1000
#define LH_RENAME_NOREPLACE 1U
#define LH_RENAME_EXCHANGE 2U

// What statx(2) says of one file, in plain members.
struct lh_file_facts {
  uint64_t device;
  uint64_t inode;
  uint64_t mount;
  uint64_t size;
  int64_t modified_seconds;
  uint32_t links;
  uint32_t user;
  uint32_t group;
  uint32_t mode;
};

// openat2(2): no wrapper; the one way to say which kinds of links a path may go through. The mode is
// for files that it may create.
int lh_openat2_mode(int directory, const char *name, uint64_t flags, uint64_t mode, uint64_t resolve);

// statx(2) of a name, or of the descriptor itself when the name is empty. Never follows a link in
// the last place and never triggers an automount.
int lh_facts(int directory, const char *name, struct lh_file_facts *facts);

// getdents64(2).
ssize_t lh_read_entries(int directory, void *buffer, size_t capacity);

// renameat2(2).
int lh_renameat2(int from, const char *name, int to, const char *as, unsigned int flags);

// Whether fgetxattr(2) finds an attribute: sys/xattr.h is not in the Glibc module.
bool lh_has_attribute(int descriptor, const char *name);

// syncfs(2).
int lh_syncfs(int descriptor);

// Whether a file system keeps its files in memory (fstatfs(2), TMPFS_MAGIC).
bool lh_is_in_memory(int descriptor);

// Whether a path leads into a cgroup v2 hierarchy.
bool lh_is_cgroup_mount(const char *path);

// chmod(2) of the very file behind a descriptor, one opened with O_PATH too, which fchmod(2)
// refuses. Goes through /proc/self/fd, so it needs /proc.
int lh_chmod_descriptor(int descriptor, uint32_t mode);

// fchownat(2) of the very file behind a descriptor, one opened with O_PATH too.
int lh_chown_descriptor(int descriptor, uint32_t user, uint32_t group);

// fallocate(2) of room past the end of a file, which keeps its size: behind _GNU_SOURCE.
int lh_keep_room(int descriptor, off_t count);

// copy_file_range(2) from the current offsets, as far as one call goes.
ssize_t lh_copy_range(int from, int to, size_t count);
