// SPDX-License-Identifier: MIT
//
// The guest's file system: an empty root in which only what the plan names exists.
//
// All of it goes through descriptors of mounts that are not attached yet, so no mount is ever
// visible with more rights than it ends up with, and no path that somebody could change is walked
// twice.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>

enum { ROOT_BYTES = 1 << 20, ROOT_INODES = 2048 };

static const uint64_t inside = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS |
                               RESOLVE_NO_XDEV;

static void make_private(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_PROPAGATION);
  struct mount_attr attributes = {.propagation = MS_PRIVATE};
  if (mount_setattr(AT_FDCWD, "/", AT_RECURSIVE, &attributes, sizeof attributes) != 0) {
    lh_fail(launch, 0);
  }
}

// What a path leads to may have changed since the host opened it; then it is not the one meant.
static bool is_same(int left, int right) {
  struct stat one, other;
  if (fstat(left, &one) != 0 || fstat(right, &other) != 0) return false;
  if (one.st_dev == other.st_dev && one.st_ino == other.st_ino) return true;
  errno = ESTALE;
  return false;
}

static void open_sources(struct lh_launch *launch) {
  if ((launch->plan->layers & LH_LAYER_SOURCES_BY_DESCRIPTOR) != 0) return;
  lh_begin(launch, LH_STEP_SOURCES);
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) {
    const struct lh_mount *mount = &launch->mounts[i];
    int tree = open_tree(AT_FDCWD, lh_string(launch, mount->source),
                         OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
    if (tree < 0) lh_fail(launch, i);
    if (!is_same(tree, lh_descriptor_at(launch, mount->descriptor))) lh_fail(launch, i);
    launch->trees[i] = tree;
  }
}

static void decimal(char text[24], uint64_t value) {
  char *end = text + 23;
  char *start = end;
  *end = 0;
  do {
    *--start = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  memmove(text, start, (size_t)(end - start) + 1);
}

// A tmpfs of its own that is attached nowhere yet; -1 on failure. A size is always given: the
// default of half the machine's memory is no limit.
static int make_tmpfs(uint64_t bytes, uint64_t inodes, const char *mode, unsigned int attributes) {
  char size[24], count[24];
  decimal(size, bytes);
  decimal(count, inodes);
  int context = fsopen("tmpfs", FSOPEN_CLOEXEC);
  if (context < 0) return -1;
  int mount = -1;
  if (fsconfig(context, FSCONFIG_SET_STRING, "size", size, 0) == 0 &&
      fsconfig(context, FSCONFIG_SET_STRING, "nr_inodes", count, 0) == 0 &&
      fsconfig(context, FSCONFIG_SET_STRING, "mode", mode, 0) == 0 &&
      fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0) {
    mount = fsmount(context, FSMOUNT_CLOEXEC, attributes);
  }
  int error = errno;
  close(context);
  errno = error;
  return mount;
}

// Attached over the old root, which exists everywhere, unlike /tmp; paths that begin at the old
// root still lead there until the pivot.
static int attach_root(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_ROOT);
  int root = make_tmpfs(ROOT_BYTES, ROOT_INODES, "0755",
                        MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  if (root < 0) lh_fail(launch, 0);
  if (move_mount(root, "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) != 0) lh_fail(launch, 1);
  return root;
}

// Makes a mount point, with every folder above it, and opens it. Only folders of the empty root are
// walked: a target below another mount is refused (EXDEV), since what is in there is not ours and
// may have been arranged by an earlier guest.
static int make_point(int root, const char *path, bool is_file) {
  int folder = fcntl(root, F_DUPFD_CLOEXEC, 0);
  while (folder >= 0) {
    while (*path == '/') path++;
    if (*path == 0) return folder;
    char name[256];
    size_t length = 0;
    while (path[length] != 0 && path[length] != '/') length++;
    if (length >= sizeof name) {
      errno = ENAMETOOLONG;
      break;
    }
    memcpy(name, path, length);
    name[length] = 0;
    path += length;
    while (*path == '/') path++;
    bool makes_file = is_file && *path == 0;
    int made = makes_file ? mknodat(folder, name, S_IFREG | 0444, 0) : mkdirat(folder, name, 0755);
    if (made != 0 && errno != EEXIST) break;
    int next = lh_openat2_mode(folder, name,
                          O_PATH | O_CLOEXEC | (uint64_t)(makes_file ? 0 : O_DIRECTORY), 0, inside);
    int error = errno;
    close(folder);
    errno = error;
    folder = next;
    if (makes_file) return folder;
  }
  if (folder >= 0) {
    int error = errno;
    close(folder);
    errno = error;
  }
  return -1;
}

static void attach(struct lh_launch *launch, int root, int mount, const char *path, bool is_file,
                   uint32_t index) {
  int point = make_point(root, path, is_file);
  if (point < 0) lh_fail(launch, index);
  if (move_mount(mount, "", point, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH) != 0) {
    lh_fail(launch, index);
  }
  close(point);
  close(mount);
}

static void attach_mounts(struct lh_launch *launch, int root) {
  lh_begin(launch, LH_STEP_MOUNTS);
  for (uint32_t i = 0; i < launch->plan->mounts.count; i++) {
    const struct lh_mount *mount = &launch->mounts[i];
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_NOSUID};
    if ((mount->flags & LH_MOUNT_WRITABLE) == 0) attributes.attr_set |= MOUNT_ATTR_RDONLY;
    if ((mount->flags & LH_MOUNT_EXECUTABLE) == 0) attributes.attr_set |= MOUNT_ATTR_NOEXEC;
    if ((mount->flags & LH_MOUNT_DEVICE) == 0) attributes.attr_set |= MOUNT_ATTR_NODEV;
    if (mount_setattr(launch->trees[i], "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
      lh_fail(launch, i);
    }
    attach(launch, root, launch->trees[i], lh_string(launch, mount->target),
           (mount->flags & LH_MOUNT_FILE) != 0, i);
  }
}

static void attach_container(struct lh_launch *launch, int root) {
  const struct lh_plan *plan = launch->plan;
  launch->container = -1;
  if (plan->container == LH_NONE) return;
  lh_begin(launch, LH_STEP_CONTAINER);
  int mount = make_tmpfs(plan->container_bytes, plan->container_inodes, "0700",
                         MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  if (mount < 0) lh_fail(launch, 0);
  // Without a user namespace this is still root, and the folder has to be the guest's.
  if ((plan->layers & LH_LAYER_USER_NAMESPACE) == 0 &&
      fchownat(mount, "", plan->host_uid, plan->host_gid, AT_EMPTY_PATH) != 0) {
    lh_fail(launch, 1);
  }
  launch->container = fcntl(mount, F_DUPFD_CLOEXEC, 0);
  if (launch->container < 0) lh_fail(launch, 3);
  attach(launch, root, mount, lh_string(launch, plan->container), false, 2);
}

static void attach_proc(struct lh_launch *launch, int root) {
  if ((launch->plan->layers & LH_LAYER_PROC) == 0) return;
  lh_begin(launch, LH_STEP_PROC);
  int context = fsopen("proc", FSOPEN_CLOEXEC);
  if (context < 0) lh_fail(launch, 0);
  if (fsconfig(context, FSCONFIG_SET_STRING, "subset", "pid", 0) != 0) lh_fail(launch, 1);
  if (fsconfig(context, FSCONFIG_SET_STRING, "hidepid", "2", 0) != 0) lh_fail(launch, 2);
  if (fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) != 0) lh_fail(launch, 3);
  int mount = fsmount(context, FSMOUNT_CLOEXEC,
                      MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOEXEC);
  if (mount < 0) lh_fail(launch, 4);
  close(context);
  attach(launch, root, mount, "/proc", false, 5);
}

static void pivot(struct lh_launch *launch, int root) {
  lh_begin(launch, LH_STEP_PIVOT);
  if (fchdir(root) != 0) lh_fail(launch, 0);
  // Both names mean the new root; the old one ends up on top of it, and is what "." unmounts.
  if (lh_pivot_root(".", ".") != 0) lh_fail(launch, 1);
  if (umount2(".", MNT_DETACH) != 0) lh_fail(launch, 2);
  if (chdir("/") != 0) lh_fail(launch, 3);
}

static void seal_root(struct lh_launch *launch, int root) {
  lh_begin(launch, LH_STEP_SEAL_ROOT);
  struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
  if (mount_setattr(root, "", AT_EMPTY_PATH, &attributes, sizeof attributes) != 0) {
    lh_fail(launch, 0);
  }
  close(root);
}

void lh_root_build(struct lh_launch *launch) {
  make_private(launch);
  open_sources(launch);
  int root = attach_root(launch);
  attach_mounts(launch, root);
  attach_container(launch, root);
  attach_proc(launch, root);
  pivot(launch, root);
  seal_root(launch, root);
}
