// SPDX-License-Identifier: MIT
//
// Memory: too much of it, and code in it that came from nowhere.

#include "probe.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
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

static void fill(int writing) {
  static char block[65536];
  fcntl(writing, F_SETFL, O_NONBLOCK);
  while (write(writing, block, sizeof block) > 0) {
  }
}

// Pipes, or pairs of sockets, up to the limit of descriptors, each full. Of the pairs only one end is
// kept, if so it is to be: what is in it was sent by a socket that nobody has open.
static void fill_descriptors(bool pairs, bool halves) {
  int ends[2];
  while ((pairs ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends)) == 0) {
    fill(ends[1]);
    if (pairs && !halves) fill(ends[0]);
    if (halves) close(ends[1]);
  }
}

// Reads far apart in memory that is never written: what that takes is the tables that lead there.
static bool fill_tables(size_t bytes) {
  enum { COVERED = 2 << 20, TABLE = 4096 };
  size_t size = bytes / TABLE * COVERED;
  volatile char *memory =
      mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  madvise((void *)memory, size, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < size; i += COVERED) (void)memory[i];
  return true;
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
  } else if (strcmp(where, "tables") == 0) {
    if (!fill_tables(bytes)) return refused("mmap");
  } else if (strcmp(where, "pipes") == 0) {
    fill_descriptors(false, false);
  } else if (strcmp(where, "pairs") == 0) {
    fill_descriptors(true, false);
  } else if (strcmp(where, "halves") == 0) {
    fill_descriptors(true, true);
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

// So many processes, each of which keeps so much: no limit of one process is met.
static enum outcome hold_many(int argc, char **argv) {
  char *arguments[] = {"private", argc > 1 ? argv[1] : "16"};
  for (long i = 1; i < number(argc, argv, 0, 4); i++) {
    pid_t child = fork();
    if (child < 0) return refused("fork");
    if (child == 0) break;
  }
  return hold(2, arguments);
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
    {"hold-many", "[COUNT MIB]", "keep memory in each of some processes", hold_many},
    {"mlock", "", "lock memory", lock_memory},
};
const struct probe_group memory_group = {probes, sizeof probes / sizeof probes[0]};
