// SPDX-License-Identifier: MIT
//
// Ways around a filter by speaking to the kernel in another dialect.

#include "probe.h"

// A foreign entry must end the process: a filter that compared numbers would compare the wrong ones
// (CVE-2015-2830).
static enum outcome int80(int argc, char **argv) {
#if defined(__x86_64__)
  long result;
  // 20 is getpid in the 32-bit table, and writev in the 64-bit one.
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory", "r8", "r9", "r10", "r11");
  if (result < 0) {
    errno = (int)-result;
    return refused("int $0x80, eax=20");
  }
  return done("int $0x80, eax=20 (getpid) = %ld", result);
#else
  errno = ENOSYS;
  return inconclusive("only x86-64 has this entry");
#endif
}

static enum outcome x32(int argc, char **argv) {
#if defined(__x86_64__)
  return judge(syscall(0x40000000 | SYS_getpid), "syscall(0x40000000 | getpid)");
#else
  errno = ENOSYS;
  return inconclusive("only x86-64 has these numbers");
#endif
}

static enum outcome unknown(int argc, char **argv) {
  return judge(syscall((long)number(argc, argv, 0, 4095)), "syscall(4095)");
}

static enum outcome clone3_invalid(int argc, char **argv) {
  // Without a filter this is EFAULT; a filter cannot read the structure, so it says ENOSYS.
  return judge(syscall(SYS_clone3, 1, sizeof(struct clone_args)), "clone3(1, 88)");
}

static const struct probe probes[] = {
    {"int80", "", "getpid by the 32-bit entry", int80},
    {"x32", "", "getpid by its x32 number", x32},
    {"unknown-call", "[NUMBER]", "a number that no kernel has", unknown},
    {"clone3-invalid", "", "clone3 with a bad pointer", clone3_invalid},
};
const struct probe_group abi_group = {probes, sizeof probes / sizeof probes[0]};
