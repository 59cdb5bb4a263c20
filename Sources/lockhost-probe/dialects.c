// SPDX-License-Identifier: MIT
//
// Other ways into the kernel: the 32-bit table, x32's numbers, the old page of calls, and numbers that
// nobody has.

#include "attempt.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

#if defined(__x86_64__)

// Every pointer a 32-bit call gets is cut to 32 bits; 0 and 1 stay what they are.
static long enter32(long call, long first, long second, long third) {
  long result;
  __asm__ volatile("int $0x80"
                   : "=a"(result)
                   : "a"(call), "b"(first), "c"(second), "d"(third)
                   : "memory", "r8", "r9", "r10", "r11");
  return result;
}

// Answers by value: by the time it looks, nothing of the C library has run.
static enum outcome judge32(long result, const char *text) {
  if (result >= 0) return done("int $0x80: %s = %ld", text, result);
  errno = (int)-result;
  return refused("int $0x80: %s", text);
}

#define DIALECT(id, text, call, first, second, third)               \
  static enum outcome id(int argc, char **argv) {                   \
    return judge32(enter32((call), (first), (second), (third)), text); \
  }

DIALECT(access32, "access(bad)", 33, 1, 0, 0)
DIALECT(open32, "open(bad)", 5, 1, 0, 0)
DIALECT(write32, "write(-1)", 4, -1, 0, 0)
DIALECT(socketcall32, "socketcall(99)", 102, 99, 0, 0)
DIALECT(socket32, "socket(AF_INET, 15, 0)", 359, 2, 15, 0)
DIALECT(ipc32, "ipc(99)", 117, 99, 0, 0)
DIALECT(ptrace32, "ptrace(PEEKDATA, 2^30)", 26, 2, 1 << 30, 0)
DIALECT(mount32, "mount(bad, bad, bad)", 21, 1, 1, 1)
DIALECT(unshare32, "unshare(CLONE_NEWUSER|1)", 310, 0x10000001, 0, 0)
DIALECT(execve32, "execve(bad, bad, bad)", 11, 1, 1, 1)
DIALECT(setuid32, "setuid32(-1)", 213, -1, 0, 0)
DIALECT(vm86_32, "vm86(99, bad)", 166, 99, 1, 0)
DIALECT(vm86old32, "vm86old(bad)", 113, 1, 0, 0)
DIALECT(clone3_32, "clone3(bad, 88)", 435, 1, 88, 0)
DIALECT(unknown32, "4095()", 4095, 0, 0, 0)

static enum outcome x32_number(int argc, char **argv) {
  if (argc < 1) return USAGE;
  return judge(syscall(0x40000000 | (long)number(argc, argv, 0, 0), 1UL, 1UL, 1UL), "x32");
}

// The page of three old calls, at a fixed place in every process. It answers from its own code or from
// a trap that runs the filter; reading a clock is all that it can do.
static enum outcome old_page(int argc, char **argv) {
  struct timeval time = {0};
  long (*call)(struct timeval *, void *) = (long (*)(struct timeval *, void *))0xffffffffff600000;
  long result = call(&time, NULL);
  return judge(result, "vsyscall gettimeofday");
}

#else

static enum outcome elsewhere(int argc, char **argv) {
  errno = ENOSYS;
  return inconclusive("only x86-64 has this entry");
}
#define access32 elsewhere
#define open32 elsewhere
#define write32 elsewhere
#define socketcall32 elsewhere
#define socket32 elsewhere
#define ipc32 elsewhere
#define ptrace32 elsewhere
#define mount32 elsewhere
#define unshare32 elsewhere
#define execve32 elsewhere
#define setuid32 elsewhere
#define vm86_32 elsewhere
#define vm86old32 elsewhere
#define clone3_32 elsewhere
#define unknown32 elsewhere
#define x32_number elsewhere
#define old_page elsewhere

#endif

// Every number of a range must be answered ENOSYS, so that a program falls back to what it did before.
static enum outcome sweep(long from, long to) {
  for (long call = from; call <= to; call++) {
    errno = 0;
    long result = syscall(call, NONE, NOWHERE, NONE, NOWHERE, NONE, NOWHERE);
    if (result >= 0) return done("%ld = %ld", call, result);
    if (errno != ENOSYS) return refused("%ld, and not ENOSYS", call);
  }
  errno = ENOSYS;
  return refused("%ld to %ld", from, to);
}

static enum outcome next_numbers(int argc, char **argv) {
  return sweep(480, 600);
}

static enum outcome x32_numbers_bare(int argc, char **argv) {
  return sweep(512, 547);
}

static enum outcome unused_numbers(int argc, char **argv) {
  return sweep(337, 423);
}

static enum outcome large_number(int argc, char **argv) {
  return judge(syscall(0x7fffffff - 0x40000000), "syscall(0x3fffffff)");
}

static enum outcome negative_number(int argc, char **argv) {
  return judge(syscall(-1L), "syscall(-1)");
}

// The kernel cuts a call's number to 32 bits too.
static enum outcome wide_number(int argc, char **argv) {
  return judge(syscall((1L << 32) | SYS_socket, 24UL, 15UL, 0UL), "syscall(1<<32|socket, AF_PPPOX, 15)");
}

static const struct probe probes[] = {
    {"int80-access", "", "access by the 32-bit entry", access32},
    {"int80-open", "", "open by the 32-bit entry", open32},
    {"int80-write", "", "write by the 32-bit entry", write32},
    {"int80-socketcall", "", "the multiplexer of all socket calls", socketcall32},
    {"int80-socket", "", "socket by the 32-bit entry", socket32},
    {"int80-ipc", "", "the multiplexer of System V calls", ipc32},
    {"int80-ptrace", "", "ptrace by the 32-bit entry", ptrace32},
    {"int80-mount", "", "mount by the 32-bit entry", mount32},
    {"int80-unshare", "", "unshare by the 32-bit entry", unshare32},
    {"int80-execve", "", "execve by the 32-bit entry", execve32},
    {"int80-setuid", "", "setuid by the 32-bit entry", setuid32},
    {"int80-vm86", "", "the virtual 8086", vm86_32},
    {"int80-vm86old", "", "the older virtual 8086", vm86old32},
    {"int80-clone3", "", "clone3 by the 32-bit entry", clone3_32},
    {"int80-unknown", "", "a number that no table has, by the 32-bit entry", unknown32},
    {"x32-call", "NUMBER", "a call by its x32 number", x32_number},
    {"vsyscall", "", "the time, from the old page of calls", old_page},
    {"numbers-next", "", "numbers that a coming kernel may have", next_numbers},
    {"numbers-x32-bare", "", "x32's own numbers without their bit", x32_numbers_bare},
    {"numbers-unused", "", "the gap in the table", unused_numbers},
    {"number-large", "", "the largest number without x32's bit", large_number},
    {"number-negative", "", "number -1", negative_number},
    {"number-wide", "", "a forbidden number with its high half set", wide_number},
};
const struct probe_group dialect_group = {probes, sizeof probes / sizeof probes[0]};
