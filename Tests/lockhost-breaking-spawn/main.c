// SPDX-License-Identifier: MIT
//
// The spawner with weaknesses, for tests of the conformance suite: each promise has to be seen broken.
//
// They are named by the link through which the program is started: `spawn.NAME+NAME`. Nothing else
// differs: the files of the spawner are compiled as they are, with some calls of the C library replaced
// by those of this file.

#define BREAKING_ITSELF
#include "breaking.h"

static const char *chosen = "";

bool breaking_is(const char *weakness) {
  size_t length = strlen(weakness);
  for (const char *name = chosen; name != NULL; name = strchr(name, '+')) {
    if (*name == '+') name++;
    if (strncmp(name, weakness, length) == 0 && (name[length] == 0 || name[length] == '+')) {
      return true;
    }
  }
  return false;
}

pid_t breaking_clone3(struct clone_args *arguments) {
  if (breaking_is("pid-namespace")) arguments->flags &= ~(uint64_t)CLONE_NEWPID;
  if (breaking_is("network-namespace")) arguments->flags &= ~(uint64_t)CLONE_NEWNET;
  if (breaking_is("ipc-namespace")) arguments->flags &= ~(uint64_t)CLONE_NEWIPC;
  return lh_clone3(arguments);
}

int breaking_fsmount(int context, unsigned int flags, unsigned int attributes) {
  return fsmount(context, flags, breaking_is("container-flags") ? 0 : attributes);
}

int breaking_mount_setattr(int folder, const char *path, unsigned int flags,
                           struct mount_attr *attributes, size_t size) {
  bool seals_root = attributes->attr_set == MOUNT_ATTR_RDONLY;
  if (seals_root && breaking_is("root-writable")) return 0;
  if ((flags & AT_EMPTY_PATH) != 0 && !seals_root) {
    if (breaking_is("mount-flags")) attributes->attr_set &= MOUNT_ATTR_RDONLY;
    if (breaking_is("mounts-writable")) attributes->attr_set &= ~(uint64_t)MOUNT_ATTR_RDONLY;
    if (breaking_is("session-read-only")) attributes->attr_set |= MOUNT_ATTR_RDONLY;
  }
  return mount_setattr(folder, path, flags, attributes, size);
}

int breaking_restrict_self(int rules) {
  bool open = breaking_is("landlock") || breaking_is("root-writable");
  return open ? 0 : lh_landlock_restrict_self(rules);
}

int breaking_prctl(int option, unsigned long first) {
  if (option == PR_CAPBSET_DROP && first == CAP_SYS_ADMIN && breaking_is("bounding-set")) return 0;
  return prctl(option, first, 0UL, 0UL, 0UL);
}

int breaking_umask(mode_t mask) {
  return (int)umask(breaking_is("umask") ? 022 : mask);
}

int breaking_sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  sigset_t changed = *set;
  if (sigisemptyset(set) && breaking_is("signals")) sigaddset(&changed, SIGWINCH);
  return sigprocmask(how, &changed, old);
}

int breaking_sethostname(const char *name, size_t length) {
  return breaking_is("hostname") ? 0 : sethostname(name, length);
}

int breaking_fchdir(int folder) {
  return breaking_is("working-folder") ? chdir("/container/tmp") : fchdir(folder);
}

int breaking_mkdir(const char *path, mode_t mode) {
  int result = mkdir(path, mode);
  if (breaking_is("container-litter")) {
    int file = open("/container/left", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
  }
  return result;
}

// Of the guest alone: what its own file says, and not that of its init.
int breaking_dup2(int from, int to) {
  if (to == 2 && breaking_is("error-null")) return dup2(0, 2);
  if (to == 3 && breaking_is("error-closed")) close(2);
  int result = dup2(from, to);
  if (to == 3 && breaking_is("input-closed")) close(0);
  return result;
}

int breaking_dup3(int from, int to, int flags) {
  // The first of the two is the executable; the other one's end says that it runs.
  static bool is_second;
  bool keeps = !is_second && breaking_is("executable-kept");
  is_second = true;
  return dup3(from, to, keeps ? 0 : flags);
}

int breaking_close_range(unsigned int first, unsigned int last, int flags) {
  // Both where the spawner begins and where a guest does: what the host left open stays open.
  return breaking_is("descriptors-kept") ? 0 : close_range(first, last, flags);
}

int main(int argc, char **argv) {
  const char *dot = strrchr(argv[0], '.');
  if (dot != NULL) chosen = dot + 1;
  return breaking_main(argc, argv);
}
