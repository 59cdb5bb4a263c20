// SPDX-License-Identifier: MIT
//
// Memory: too much of it, and code in it that came from nowhere.

#include "probe.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static enum outcome writable_code(int argc, char **argv) {
  void *memory =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? refused("mmap(rwx)") : done("mmap(rwx)");
}

static enum outcome protect_code(int argc, char **argv) {
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return inconclusive("mmap(rw)");
  return judge(mprotect(memory, 4096, PROT_READ | PROT_EXEC), "mprotect(rw to rx)");
}

static enum outcome map_file_code(int argc, char **argv) {
  int file = open("./code", O_RDWR | O_CREAT | O_CLOEXEC, 0700);
  if (file < 0 || ftruncate(file, 4096) != 0) return inconclusive("open(./code)");
  void *memory = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  return memory == MAP_FAILED ? refused("mmap(./code, rx)") : done("mmap(./code, rx)");
}

static enum outcome allocate(int argc, char **argv) {
  long mebibytes = number(argc, argv, 0, 1L << 20);
  for (long i = 0; i < mebibytes; i++) {
    char *memory =
        mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return refused("%ld MiB", i);
    for (size_t j = 0; j < 1 << 20; j += 4096) memory[j] = 1;
  }
  return done("%ld MiB", mebibytes);
}

// Keeps so much memory where a count of resident memory may not find it, and waits.
static enum outcome hold(int argc, char **argv) {
  const char *where = argc > 0 ? argv[0] : "private";
  size_t bytes = (size_t)number(argc, argv, 1, 16) << 20;
  int file = -1;
  if (strcmp(where, "memory-file") == 0) file = memfd_create("held", MFD_CLOEXEC);
  if (strcmp(where, "container") == 0) file = open("./held", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (strcmp(where, "unnamed") == 0) {
    file = open("/session/held", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    unlink("/session/held");
  }
  if (strcmp(where, "session") == 0) {
    file = open("/session/held", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  }
  if (strcmp(where, "private") == 0 || strcmp(where, "shared") == 0) {
    int kind = where[0] == 'p' ? MAP_PRIVATE : MAP_SHARED;
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return refused("mmap");
    for (size_t i = 0; i < bytes; i += 4096) memory[i] = 1;
  } else {
    static char block[65536];
    for (size_t i = 0; i < bytes; i += sizeof block) {
      if (write(file, block, sizeof block) != (ssize_t)sizeof block) return refused("write");
    }
  }
  printf("held\n");
  fflush(stdout);
  for (;;) pause();
}

static enum outcome lock_memory(int argc, char **argv) {
  static char page[8192];
  return judge(mlock(page, sizeof page), "mlock");
}

static const struct probe probes[] = {
    {"mmap-rwx", "", "map memory that is writable and code", writable_code},
    {"mprotect-rx", "", "turn written memory into code", protect_code},
    {"mmap-file-rx", "", "map a file it wrote as code", map_file_code},
    {"allocate", "[MIB]", "use memory until there is none", allocate},
    {"hold", "WHERE [MIB]", "keep memory somewhere and live on", hold},
    {"mlock", "", "lock memory", lock_memory},
};
const struct probe_group memory_group = {probes, sizeof probes / sizeof probes[0]};
