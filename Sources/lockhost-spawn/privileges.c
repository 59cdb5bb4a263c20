// SPDX-License-Identifier: MIT
//
// Gives up every privilege, in pid 1 already, so that pid 1 has none to lose either.

#include "launch.h"

#include <errno.h>
#include <linux/securebits.h>
#include <sys/prctl.h>

// No id is special any more, no ambient capability can be raised, and none of it can be undone.
enum {
  SECUREBITS = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
               SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_KEEP_CAPS_LOCKED |
               SECBIT_NO_CAP_AMBIENT_RAISE | SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED
};

static bool may_drop_bounds(struct lh_launch *launch) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2] = {{0}};
  if (lh_capget(&header, sets) != 0) lh_fail(launch, 103);
  return (sets[0].effective & (1u << CAP_SETPCAP)) != 0;
}

void lh_privileges_bound(struct lh_launch *launch, uint32_t index) {
  for (int capability = 0;; capability++) {
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0) continue;
    // Past the last that this kernel has.
    if (errno == EINVAL && capability > CAP_AUDIT_READ) break;
    lh_fail(launch, index + (uint32_t)capability);
  }
}

void lh_privileges_drop(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_CAPABILITIES);
  // The securebits before the sets: they need CAP_SETPCAP, as the bounding set does, which has been
  // emptied elsewhere already. On the floor an ordinary user has it not, has none to lose, and
  // no_new_privs is what keeps it from any.
  bool is_floor = lh_is_floor(launch), may_drop = !is_floor || may_drop_bounds(launch);
  if (is_floor && may_drop) lh_privileges_bound(launch, 0);
  if (may_drop && prctl(PR_SET_SECUREBITS, SECUREBITS, 0, 0, 0) != 0) lh_fail(launch, 100);
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) lh_fail(launch, 101);
  if (lh_capset_none() != 0) lh_fail(launch, 102);

  lh_begin(launch, LH_STEP_NO_NEW_PRIVILEGES);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) lh_fail(launch, 0);
}
