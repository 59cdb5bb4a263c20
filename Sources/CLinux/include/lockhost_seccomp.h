// SPDX-License-Identifier: MIT
//
// The host's side of seccomp's user notification (seccomp_unotify(2)): the requests are macros, and
// their structures have a flexible history, so both stay in C. No state, no decision.
#pragma once

#include <stddef.h>
#include <stdint.h>

// A call that waits for its answer.
struct lh_notification {
  uint64_t identifier;
  int32_t thread;  // In the pid namespace of whoever reads the listener; 0 when not visible there.
  uint32_t architecture;
  int32_t number;
  uint64_t instruction_pointer;
  uint64_t arguments[6];
};

// Takes the next notification if there is one. Returns 1, 0 when there is none (or its thread has
// died in the meantime), or a negative errno. Never blocks as long as only one thread reads.
int lh_seccomp_receive(int listener, struct lh_notification *notification);

// Answers a notification with an error number, never with "continue". Returns 0 or a negative
// errno; ENOENT means that the thread is gone.
int lh_seccomp_refuse(int listener, uint64_t identifier, int error);

// Whether every thread that had the filter is gone: 1, 0 or a negative errno.
int lh_seccomp_is_hung_up(int listener);
