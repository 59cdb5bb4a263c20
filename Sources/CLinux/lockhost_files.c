// SPDX-License-Identifier: MIT

#include "lockhost_files.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

int lh_openat2_mode(int directory, const char *name, uint64_t flags, uint64_t mode, uint64_t resolve) {
  struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
  return (int)syscall(SYS_openat2, directory, name, &how, sizeof how);
}

bool lh_has_attribute(int descriptor, const char *name) {
  return fgetxattr(descriptor, name, NULL, 0) >= 0;
}

int lh_facts(int directory, const char *name, struct lh_file_facts *facts) {
  struct statx found;
  int flags = AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH | AT_NO_AUTOMOUNT;
  if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_MNT_ID, &found) != 0) {
    return -1;
  }
  facts->device = makedev(found.stx_dev_major, found.stx_dev_minor);
  facts->inode = found.stx_ino;
  facts->mount = found.stx_mnt_id;
  facts->size = found.stx_size;
  facts->modified_seconds = found.stx_mtime.tv_sec;
  facts->links = found.stx_nlink;
  facts->user = found.stx_uid;
  facts->group = found.stx_gid;
  facts->mode = found.stx_mode;
  return 0;
}

ssize_t lh_read_entries(int directory, void *buffer, size_t capacity) {
  return syscall(SYS_getdents64, directory, buffer, capacity);
}

int lh_keep_room(int descriptor, off_t count) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, count);
}

int lh_renameat2(int from, const char *name, int to, const char *as, unsigned int flags) {
  return renameat2(from, name, to, as, flags);
}

int lh_syncfs(int descriptor) { return syncfs(descriptor); }

bool lh_is_in_memory(int descriptor) {
  struct statfs status;
  return fstatfs(descriptor, &status) == 0 && status.f_type == TMPFS_MAGIC;
}

bool lh_is_cgroup_mount(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 && status.f_type == CGROUP2_SUPER_MAGIC;
}

int lh_chmod_descriptor(int descriptor, uint32_t mode) {
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  return chmod(path, mode);
}

int lh_chown_descriptor(int descriptor, uint32_t user, uint32_t group) {
  return fchownat(descriptor, "", user, group, AT_EMPTY_PATH);
}

ssize_t lh_copy_range(int from, int to, size_t count) {
  return copy_file_range(from, NULL, to, NULL, count, 0);
}
