// SPDX-License-Identifier: MIT

#ifndef LOCKHOST_BENCH_H
#define LOCKHOST_BENCH_H

#include <stdint.h>

// Makes a process with clone3(2) that ends at once, and reaps it. Returns 0 or an error number.
int lh_clone_and_reap(uint64_t flags);

// What counts the pages that this process writes to, by the kernel's own word.
struct lh_pages {
  int watch;
  int map;
};

// Begins. Returns 0 or a negative errno: it needs Linux 6.7, and the right to watch what the kernel writes.
int lh_pages_watch(struct lh_pages *pages);

// How many pages of memory were written to, or are new, since the call before; a negative errno if nobody can
// say. The first call counts everything that there is.
long lh_pages_written(const struct lh_pages *pages);

#endif
