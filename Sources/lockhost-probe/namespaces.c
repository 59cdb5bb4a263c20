// SPDX-License-Identifier: MIT
//
// Ways to get, or to change, a view of the system of one's own.

#include "probe.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

static enum outcome unshare_user(int argc, char **argv) {
  return judge(unshare(CLONE_NEWUSER), "unshare(CLONE_NEWUSER)");
}

static enum outcome unshare_mount(int argc, char **argv) {
  return judge(unshare(CLONE_NEWNS), "unshare(CLONE_NEWNS)");
}

static enum outcome clone_user(int argc, char **argv) {
  struct clone_args arguments = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
  pid_t child = lh_clone3(&arguments);
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return judge(child, "clone3(CLONE_NEWUSER)");
}

static enum outcome mount_tmpfs(int argc, char **argv) {
  return judge(mount("none", ".", "tmpfs", 0, NULL), "mount(tmpfs)");
}

static enum outcome open_tmpfs(int argc, char **argv) {
  return judge(fsopen("tmpfs", FSOPEN_CLOEXEC), "fsopen(tmpfs)");
}

static enum outcome remount(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "/";
  struct mount_attr attributes = {.attr_clr = MOUNT_ATTR_RDONLY};
  return judge(mount_setattr(AT_FDCWD, path, 0, &attributes, sizeof attributes),
               "mount_setattr(read-write)");
}

static enum outcome unmount(int argc, char **argv) {
  return judge(umount2(argc > 0 ? argv[0] : "/", MNT_DETACH), "umount2");
}

static enum outcome pivot(int argc, char **argv) {
  return judge(lh_pivot_root(".", "."), "pivot_root");
}

static enum outcome join(int argc, char **argv) {
  // With a descriptor that is none, a kernel without a filter says EBADF.
  return judge(setns(-1, CLONE_NEWNET), "setns(-1)");
}

static const struct probe probes[] = {
    {"unshare-user", "", "a user namespace of one's own", unshare_user},
    {"unshare-mount", "", "a mount namespace of one's own", unshare_mount},
    {"clone3-newuser", "", "a child in a user namespace", clone_user},
    {"mount", "", "mount a tmpfs here", mount_tmpfs},
    {"fsopen", "", "make a tmpfs by the new calls", open_tmpfs},
    {"remount", "[PATH]", "make a mount writable", remount},
    {"umount", "[PATH]", "take a mount away", unmount},
    {"pivot-root", "", "change the root", pivot},
    {"setns", "", "join a namespace", join},
};
const struct probe_group namespace_group = {probes, sizeof probes / sizeof probes[0]};
