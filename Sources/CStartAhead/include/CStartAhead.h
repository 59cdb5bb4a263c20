// SPDX-License-Identifier: MIT
//
// The spawner of a short `exec`, started before the Swift runtime is.
#pragma once

#include <stdint.h>

/// The spawner that was started ahead, to be asked for once.
struct lh_ahead {
  int socket;      ///< the host's end; -1 = none was started
  int32_t process;
};

struct lh_ahead lh_take_ahead(void);
