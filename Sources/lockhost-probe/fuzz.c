// SPDX-License-Identifier: MIT
//
// System calls at random, in one process with threads: for tier `floor`, in which the fuzzers that a
// distribution has cannot run, since they make processes.

#include "probe.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, LAST_NUMBER = 480, PAGES = 16, PAGE = 4096 };

static unsigned char *memory;

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

// What calls take: descriptors, flags, sizes, places, and what is none of these.
static long argument(uint64_t *state) {
  uint64_t chance = next(state);
  switch (next(state) % 8) {
    case 0: return 0;
    case 1: return (long)(chance % 16);
    case 2: return -1;
    case 3: return (long)(1UL << (chance % 64));
    case 4: return (long)chance;
    case 5: return (long)(uint32_t)chance;
    default: return (long)(uintptr_t)(memory + chance % ((PAGES - 1) * PAGE));
  }
}

// Those that end the program or one of its threads, or never return, would only end the fuzzing.
static bool is_tried(long number) {
  static const long passed_over[] = {SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_rt_sigsuspend,
                                     SYS_rt_sigtimedwait, SYS_rt_sigprocmask, SYS_kill, SYS_tgkill,
                                     SYS_futex};
  for (size_t i = 0; i < sizeof passed_over / sizeof passed_over[0]; i++) {
    if (number == passed_over[i]) return false;
  }
#if defined(__x86_64__)
  if (number == SYS_pause) return false;
#endif
  return true;
}

static void *call_at_random(void *context) {
  uint64_t state = (uint64_t)(uintptr_t)context * 0x9e3779b97f4a7c15u ^ (uint64_t)time(NULL);
  for (;;) {
    long number = (long)(next(&state) % LAST_NUMBER);
    if (!is_tried(number)) continue;
    syscall(number, argument(&state), argument(&state), argument(&state), argument(&state),
            argument(&state), argument(&state));
  }
}

static enum outcome fuzz(int argc, char **argv) {
  long seconds = number(argc, argv, 0, 10);
  memory = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return refused("mmap");
  for (uintptr_t i = 1; i <= THREADS; i++) {
    pthread_t thread;
    errno = pthread_create(&thread, NULL, call_at_random, (void *)i);
    if (errno != 0) return refused("pthread_create");
  }
  // Not by sleeping: what a thread does to signals or timers must not make this last for ever.
  time_t end = time(NULL) + seconds;
  while (time(NULL) < end) usleep(10000);
  return done("%ld seconds of calls at random", seconds);
}

static const struct probe probes[] = {
    {"fuzz-calls", "[SECONDS]", "make system calls at random", fuzz},
};
const struct probe_group fuzz_group = {probes, sizeof probes / sizeof probes[0]};
