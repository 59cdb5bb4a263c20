// SPDX-License-Identifier: MIT
//
// What can be learned of the machine and the person. Only reported: much of it no sandbox can hide.

#include "probe.h"

#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

static enum outcome kernel(int argc, char **argv) {
  struct utsname name;
  if (uname(&name) != 0) return refused("uname");
  return done("%s %s %s", name.release, name.machine, name.version);
}

static enum outcome load(int argc, char **argv) {
  struct sysinfo information;
  if (sysinfo(&information) != 0) return refused("sysinfo");
  return done("up %ld s, %lu MiB, %hu processes", information.uptime,
              information.totalram * information.mem_unit >> 20, information.procs);
}

static enum outcome processor(int argc, char **argv) {
#if defined(__x86_64__)
  uint32_t words[13] = {0};
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t *part = &words[i * 4];
    __asm__ volatile("cpuid" : "=a"(part[0]), "=b"(part[1]), "=c"(part[2]), "=d"(part[3])
                     : "a"(0x80000002u + i), "c"(0));
  }
  return done("%s", (const char *)words);
#else
  errno = ENOSYS;
  return inconclusive("only x86-64 says so to everybody");
#endif
}

static enum outcome cycles(int argc, char **argv) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return done("%llu cycles since the start", (unsigned long long)high << 32 | low);
#else
  errno = ENOSYS;
  return inconclusive("not on this machine");
#endif
}

static enum outcome which_processor(int argc, char **argv) {
  unsigned int processor = 0, node = 0;
  if (getcpu(&processor, &node) != 0) return refused("getcpu");
  return done("processor %u of node %u", processor, node);
}

static enum outcome boot_time(int argc, char **argv) {
  struct timespec real, boot;
  if (clock_gettime(CLOCK_REALTIME, &real) != 0 || clock_gettime(CLOCK_BOOTTIME, &boot) != 0) {
    return refused("clock_gettime");
  }
  return done("started at %lld", (long long)(real.tv_sec - boot.tv_sec));
}

static enum outcome resolution(int argc, char **argv) {
  struct timespec before, after;
  long least = 1000000000;
  for (int i = 0; i < 1000; i++) {
    clock_gettime(CLOCK_MONOTONIC, &before);
    clock_gettime(CLOCK_MONOTONIC, &after);
    long difference = (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
    if (difference > 0 && difference < least) least = difference;
  }
  return done("%ld ns between two readings", least);
}

static enum outcome cached_pages(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open(argv[0], O_RDONLY | O_CLOEXEC);
  if (file < 0) return refused("open(%s)", argv[0]);
  void *view = mmap(NULL, 1 << 16, PROT_READ, MAP_SHARED, file, 0);
  if (view == MAP_FAILED) return refused("mmap(%s)", argv[0]);
  unsigned char pages[16];
  if (mincore(view, 1 << 16, pages) != 0) return refused("mincore");
  int count = 0;
  for (int i = 0; i < 16; i++) count += pages[i] & 1;
  return done("%d of 16 pages are in memory", count);
}

static enum outcome first_line(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char text[121] = "";
  int file = open(argv[0], O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return refused("open(%s)", argv[0]);
  if (read(file, text, sizeof text - 1) < 0) return refused("read(%s)", argv[0]);
  text[strcspn(text, "\n")] = 0;
  return done("%s", text);
}

static enum outcome processor_time(int argc, char **argv) {
  struct tms used;
  clock_t since = times(&used);
  return since == (clock_t)-1 ? refused("times") : done("%ld ticks", (long)since);
}

static const struct probe probes[] = {
    {"leak-kernel", "", "the kernel's version", kernel},
    {"leak-load", "", "memory, processes, uptime", load},
    {"leak-processor", "", "the processor's name", processor},
    {"leak-cycles", "", "the cycle counter", cycles},
    {"leak-where", "", "on which processor it runs", which_processor},
    {"leak-boot", "", "when the machine started", boot_time},
    {"leak-resolution", "", "how fine the clock is", resolution},
    {"leak-cache", "PATH", "what others have read of a file", cached_pages},
    {"leak-line", "PATH", "the first line of a file", first_line},
    {"leak-times", "", "ticks since the start", processor_time},
};
const struct probe_group leak_group = {probes, sizeof probes / sizeof probes[0]};
