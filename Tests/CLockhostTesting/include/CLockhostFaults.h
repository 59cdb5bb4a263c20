// SPDX-License-Identifier: MIT
//
// Judges every system call of a spawner, of what it starts and of their guests, and makes one fail.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Whose call it is.
enum lh_role { LH_ROLE_SPAWNER = 0, LH_ROLE_INIT = 1, LH_ROLE_GUEST = 2, LH_ROLE_OTHER = 3 };

struct lh_judged_call {
  int32_t role;
  int32_t number;
  uint64_t arguments[6];
};

// What is to fail.
struct lh_fault {
  int32_t role;     // -1: nothing
  uint32_t ordinal; // which of the role's calls, from 0
  int32_t number;   // when it is not -1: every call with this number, of any role
  uint64_t flags;   // clone3 with `number`: only if one of these flags is asked for
  int32_t error;
};

struct lh_judge;

// Waits for spawners at a listening SOCK_SEQPACKET socket, which it takes over, and judges them each
// on a thread of its own. Only the first spawner's calls are counted.
struct lh_judge *lh_judge_start(int listening, struct lh_fault fault);

// Whether the fault has been met.
int lh_judge_has_failed(struct lh_judge *judge);

// How many spawners were judged: one that ends at once is replaced.
size_t lh_judge_spawners(struct lh_judge *judge);

// Whether a call of the guest was seen after its image was replaced.
int lh_judge_has_executed(struct lh_judge *judge);

// Copies the calls that were counted: from the first prctl of the spawner, and the guest's up to its
// execveat.
size_t lh_judge_calls(struct lh_judge *judge, struct lh_judged_call *calls, size_t most);

// Stops once the spawners are gone; they have to be gone soon.
void lh_judge_stop(struct lh_judge *judge);
