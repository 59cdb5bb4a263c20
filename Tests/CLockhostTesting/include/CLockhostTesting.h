// SPDX-License-Identifier: MIT
//
// What tests need of a child between fork and exec, where no Swift may run: installing a filter and
// making raw calls under it.
#pragma once

#include "CLockhostFaults.h"

#include <stddef.h>
#include <stdint.h>

// One call for the child of lh_filtered_calls.
struct lh_filtered_call {
  int64_t number;  // With LH_CALL_I386 set: made by int 0x80, with the low halves of three arguments.
  int64_t arguments[6];
};

static const int64_t LH_CALL_I386 = (int64_t)1 << 40;

// Forks a child, installs a filter there and makes each call. Writes one result for each: what the
// raw call returned (a negative errno, a value) or LH_RESULT_DIED + the signal that killed the child
// there, after which a new child goes on with the next call. Returns 0 or a negative errno.
//
// The child has descriptors 0 to 2 only. It becomes user and group `id` first, unless that is
// negative. The calls must be harmless when
// the filter lets them through. Not for filters with a listener.
int lh_filtered_calls(const void *instructions, size_t count, const struct lh_filtered_call *calls,
                      size_t call_count, int64_t *results, int id);

static const int64_t LH_RESULT_DIED = (int64_t)1 << 50;


// Forks a child that installs a filter with a listener and passes it up by sendmsg on descriptor
// `report`, as the launcher does. Then it makes each call, in a loop of `rounds`, writes the results
// where `results` (shared memory) points, and exits with 0.
//
// Returns the listener (close-on-exec) and the child's pid, or a negative errno.
int lh_notified_calls(const void *instructions, size_t count, const struct lh_filtered_call *calls,
                      size_t call_count, int64_t *results, long rounds, int report, int *child);

// Has this process killed when the calling thread enters its `ordinal`th system call from now on (from 1),
// before the call does anything. A child of its own traces the thread for that. Returns 0 or a negative errno.
int lh_die_at_call(uint64_t ordinal);

// Memory that stays the same in a forked child, or NULL; `bytes` zeroes.
void *lh_shared_memory(size_t bytes);
