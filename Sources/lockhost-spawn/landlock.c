// SPDX-License-Identifier: MIT
//
// The kernel's second opinion: the same files, no network, and nobody outside, by Landlock.
//
// The root itself gets no rule, so it cannot even be listed; each mount gets what its mount flags
// give, and nothing else in the tree can be opened.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

enum {
  FILE_READ = LANDLOCK_ACCESS_FS_READ_FILE,
  FOLDER_READ = LANDLOCK_ACCESS_FS_READ_DIR,
  FILE_WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE | LH_LANDLOCK_ACCESS_FS_TRUNCATE,
  // Everything but devices and sockets, which a guest has no business to make.
  FOLDER_WRITE = LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                 LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                 LANDLOCK_ACCESS_FS_MAKE_SYM | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                 LANDLOCK_ACCESS_FS_REFER,
};

// Everything that this kernel can refuse, of what is known here.
static struct lh_landlock_ruleset handled(int abi, size_t *size) {
  struct lh_landlock_ruleset rules = {
      .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1,  // ABI 1: the first thirteen.
  };
  *size = sizeof rules.handled_access_fs;
  if (abi >= 2) rules.handled_access_fs |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) rules.handled_access_fs |= LH_LANDLOCK_ACCESS_FS_TRUNCATE;
  if (abi >= 5) rules.handled_access_fs |= LH_LANDLOCK_ACCESS_FS_IOCTL_DEV;
  if (abi >= 4) {
    rules.handled_access_net =
        LH_LANDLOCK_ACCESS_NET_BIND_TCP | LH_LANDLOCK_ACCESS_NET_CONNECT_TCP;
    *size += sizeof rules.handled_access_net;
  }
  if (abi >= 6) {
    rules.scoped = LH_LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LH_LANDLOCK_SCOPE_SIGNAL;
    *size += sizeof rules.scoped;
  }
  return rules;
}

// On the floor by the host's own descriptor: nobody else's root is between, and a path could lead
// elsewhere by now.
static void allow(struct lh_launch *launch, int rules, uint64_t known, const char *path, int meant,
                  uint64_t access, uint32_t index) {
  int file = lh_is_floor(launch) ? fcntl(meant, F_DUPFD_CLOEXEC, 0)
                                 : open(path, O_PATH | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) lh_fail(launch, index);
  if (lh_landlock_add_path(rules, access & known, file) != 0) lh_fail(launch, index);
  close(file);
}

static uint64_t access_of(const struct lh_mount *mount) {
  uint64_t access = FILE_READ;
  bool is_folder = (mount->flags & LH_MOUNT_FILE) == 0;
  if (is_folder) access |= FOLDER_READ;
  if ((mount->flags & LH_MOUNT_EXECUTABLE) != 0) access |= LANDLOCK_ACCESS_FS_EXECUTE;
  if ((mount->flags & LH_MOUNT_WRITABLE) != 0) {
    access |= FILE_WRITE;
    if (is_folder) access |= FOLDER_WRITE;
  }
  return access;
}

// Indices of reports: the mounts first, then these.
enum { AT_CONTAINER = LH_MAX_MOUNTS, AT_PROC, AT_VERSION, AT_RULESET, AT_RESTRICT, AT_OLD };

void lh_landlock_apply(struct lh_launch *launch) {
  const struct lh_plan *plan = launch->plan;
  lh_begin(launch, LH_STEP_LANDLOCK);
  int abi = lh_landlock_create_ruleset(NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) lh_fail(launch, AT_VERSION);
  launch->landlock_abi = (uint32_t)abi;
  if (launch->landlock_abi < plan->landlock_minimum) {
    errno = EOPNOTSUPP;
    lh_fail(launch, AT_OLD);
  }
  size_t size;
  struct lh_landlock_ruleset attributes = handled(abi, &size);
  uint64_t known = attributes.handled_access_fs;
  int rules = lh_landlock_create_ruleset(&attributes, size, 0);
  if (rules < 0) lh_fail(launch, AT_RULESET);
  for (uint32_t i = 0; i < plan->mounts.count; i++) {
    const struct lh_mount *mount = &launch->mounts[i];
    allow(launch, rules, known, lh_string(launch, mount->target),
          lh_descriptor_at(launch, mount->descriptor), access_of(mount), i);
  }
  if (plan->container != LH_NONE) {
    int folder =
        lh_is_floor(launch) ? lh_descriptor_at(launch, plan->container_descriptor) : -1;
    allow(launch, rules, known, lh_string(launch, plan->container), folder,
          FILE_READ | FOLDER_READ | FILE_WRITE | FOLDER_WRITE, AT_CONTAINER);
  }
  if ((plan->layers & LH_LAYER_PROC) != 0 && lh_is_floor(launch)) {
    lh_floor_allow_own_process(launch, rules, known, AT_PROC);
  } else if ((plan->layers & LH_LAYER_PROC) != 0) {
    allow(launch, rules, known, "/proc", -1, FILE_READ | FOLDER_READ, AT_PROC);
  }
  if (lh_landlock_restrict_self(rules) != 0) lh_fail(launch, AT_RESTRICT);
  close(rules);
}
