// SPDX-License-Identifier: MIT
//
// What calls cost, for the benchmark.

#include "probe.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

// Nanoseconds of one round, the least of ten measurements: whatever disturbs only adds.
#define LEAST(rounds, call)                                            \
  ({                                                                   \
    uint64_t least = UINT64_MAX;                                       \
    for (int part = 0; part < 10; part++) {                            \
      uint64_t begun = now();                                          \
      for (long round = 0; round < (rounds) / 10; round++) (void)(call); \
      uint64_t taken = now() - begun;                                  \
      if (taken < least) least = taken;                                \
    }                                                                  \
    (double)least / (double)((rounds) / 10);                           \
  })

static int open_and_close(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  return file < 0 ? -1 : close(file);
}

// A filter of one instruction, which admits everything: what any filter costs at least.
static bool filter_nothing(void) {
  struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = 1, .filter = &allow};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static enum outcome cost(int argc, char **argv) {
  if (argc > 2 && !filter_nothing()) return inconclusive("prctl(PR_SET_SECCOMP)");
  const char *path = argc > 0 ? argv[0] : "/program";
  long rounds = number(argc, argv, 1, 200000);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return inconclusive("open(%s)", path);
  static char block[65536];
  double nothing = LEAST(rounds, syscall(SYS_getppid));
  double small = LEAST(rounds, pread(file, block, 4096, 0));
  double large = LEAST(rounds / 10, pread(file, block, sizeof block, 0));
  double opening = LEAST(rounds / 10, open_and_close(path));
  printf("{\"getppid\":%.1f,\"pread 4 KiB\":%.1f,\"pread 64 KiB\":%.1f,\"open and close\":%.1f}\n",
         nothing, small, large, opening);
  return DONE;
}

static const struct probe probes[] = {
    {"cost", "[FILE…]", "nanoseconds of some calls, as JSON", cost},
};
const struct probe_group cost_group = {probes, sizeof probes / sizeof probes[0]};
