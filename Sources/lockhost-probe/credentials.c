// SPDX-License-Identifier: MIT
//
// Ways to become somebody else.

#include "probe.h"

#include <grp.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

static enum outcome set_user(int argc, char **argv) {
  return judge(setuid((uid_t)number(argc, argv, 0, 0)), "setuid(0)");
}

static enum outcome set_groups(int argc, char **argv) {
  return judge(setgroups(0, NULL), "setgroups(0)");
}

static enum outcome change_root(int argc, char **argv) {
  return judge(chroot("."), "chroot(\".\")");
}

static enum outcome raise_capability(int argc, char **argv) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct all[2] = {
      {.effective = 1u << CAP_SYS_CHROOT, .permitted = 1u << CAP_SYS_CHROOT}, {0}};
  return judge(syscall(SYS_capset, &header, all), "capset(CAP_SYS_CHROOT)");
}

static enum outcome clear_securebits(int argc, char **argv) {
  return judge(prctl(PR_SET_SECUREBITS, 0), "prctl(PR_SET_SECUREBITS, 0)");
}

static enum outcome make_set_id(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "./set-id";
  if (mknod(path, S_IFREG | 0755, 0) != 0 && errno != EEXIST) return inconclusive("mknod(%s)", path);
  return judge(chmod(path, 04755), "chmod(04755)");
}

static const struct probe probes[] = {
    {"setuid", "[ID]", "take another user's id", set_user},
    {"setgroups", "", "drop every group", set_groups},
    {"chroot", "", "change the root", change_root},
    {"capset", "", "take a capability", raise_capability},
    {"securebits", "", "make root special again", clear_securebits},
    {"set-id-file", "[PATH]", "make a set-user-id file", make_set_id},
};
const struct probe_group credential_group = {probes, sizeof probes / sizeof probes[0]};
