// SPDX-License-Identifier: MIT

#ifndef LOCKHOST_BENCH_H
#define LOCKHOST_BENCH_H

#include <stdint.h>

// Makes a process with clone3(2) that ends at once, and reaps it. Returns 0 or an error number.
int lh_clone_and_reap(uint64_t flags);

#endif
