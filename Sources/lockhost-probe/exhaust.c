// SPDX-License-Identifier: MIT
//
// Until there is no more of something. Each stops by itself at a bound that does a machine no harm, for
// where nothing stops it earlier, and gives back what it took.

#include "probe.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static enum outcome descriptors(int argc, char **argv) {
  long most = number(argc, argv, 0, 1024);
  for (long i = 0; i < most; i++) {
    if (dup(1) < 0) return refused("%ld descriptors", i);
  }
  return done("%ld descriptors", most);
}

static void *sleep_long(void *context) {
  pause();
  return context;
}

static enum outcome threads(int argc, char **argv) {
  long most = number(argc, argv, 0, 200);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  for (long i = 0; i < most; i++) {
    pthread_t thread;
    errno = pthread_create(&thread, &small, sleep_long, NULL);
    if (errno != 0) return refused("%ld threads", i);
  }
  return done("%ld threads", most);
}

static enum outcome children(int argc, char **argv) {
  long most = number(argc, argv, 0, 300);
  pid_t *all = calloc((size_t)most, sizeof *all);
  long count = 0;
  int error = 0;
  for (; count < most; count++) {
    pid_t child = fork();
    if (child < 0) {
      error = errno;
      break;
    }
    if (child == 0) {
      pause();
      _exit(0);
    }
    all[count] = child;
  }
  for (long i = 0; i < count; i++) kill(all[i], SIGKILL);
  for (long i = 0; i < count; i++) waitpid(all[i], NULL, 0);
  if (error == 0) return done("%ld children", count);
  errno = error;
  return refused("%ld children", count);
}

// Reserved, and never touched: a limit on private memory counts it all the same.
static enum outcome reserve(int argc, char **argv) {
  long mebibytes = number(argc, argv, 0, 1024);
  char *memory = mmap(NULL, (size_t)mebibytes << 20, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? refused("%ld MiB", mebibytes) : done("%ld MiB", mebibytes);
}

static enum outcome memory_file(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN);
  int file = memfd_create("large", MFD_CLOEXEC);
  if (file < 0) return inconclusive("memfd_create");
  return judge(ftruncate(file, number(argc, argv, 0, 1L << 40)), "ftruncate of a memory file");
}

static enum outcome write_far(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN);
  int file = open("./far", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return inconclusive("open(./far)");
  long result = pwrite(file, "x", 1, number(argc, argv, 0, 1L << 34));
  int error = errno;
  unlink("./far");
  errno = error;
  return judge(result, "pwrite beyond 16 GiB");
}

static enum outcome sparse(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN);
  int file = open("./sparse", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return inconclusive("open(./sparse)");
  long result = ftruncate(file, number(argc, argv, 0, 1L << 34));
  int error = errno;
  unlink("./sparse");
  errno = error;
  return judge(result, "ftruncate to 16 GiB");
}

static enum outcome allocate_file(int argc, char **argv) {
  signal(SIGXFSZ, SIG_IGN);
  int file = open("./allocated", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return inconclusive("open(./allocated)");
  long result = fallocate(file, 0, 0, number(argc, argv, 0, 200L << 20));
  int error = errno;
  unlink("./allocated");
  errno = error;
  return judge(result, "fallocate");
}

// Files of 8 MiB until the file system has no more; at most so many, and all removed again.
static enum outcome fill(int argc, char **argv) {
  static char block[1 << 16];
  long most = number(argc, argv, 0, 100);
  long written = 0;
  int error = 0;
  for (long i = 0; i < most / 8 + 1 && error == 0; i++) {
    char name[32];
    snprintf(name, sizeof name, "./fill-%ld", i);
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) error = errno;
    for (int j = 0; j < 128 && error == 0; j++) {
      ssize_t part = write(file, block, sizeof block);
      if (part < 0) error = errno;
      else written += part;
    }
    if (file >= 0) close(file);
  }
  for (long i = 0; i < most / 8 + 1; i++) {
    char name[32];
    snprintf(name, sizeof name, "./fill-%ld", i);
    unlink(name);
  }
  if (error == 0) return done("%ld MiB", written >> 20);
  errno = error;
  return refused("after %ld MiB", written >> 20);
}

static enum outcome fill_names(int argc, char **argv) {
  long most = number(argc, argv, 0, 6000);
  long count = 0;
  int error = 0;
  for (; count < most; count++) {
    char name[32];
    snprintf(name, sizeof name, "./name-%ld", count);
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) {
      error = errno;
      break;
    }
    close(file);
  }
  for (long i = 0; i < count; i++) {
    char name[32];
    snprintf(name, sizeof name, "./name-%ld", i);
    unlink(name);
  }
  if (error == 0) return done("%ld files", count);
  errno = error;
  return refused("after %ld files", count);
}

// Kernel memory behind descriptors: as much as pipes take without being made larger.
static enum outcome pipes(int argc, char **argv) {
  static char block[1 << 16];
  long most = number(argc, argv, 0, 400);
  for (long i = 0; i < most; i++) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) return refused("%ld full pipes", i);
    if (write(ends[1], block, sizeof block) < 0 && errno != EAGAIN) return refused("%ld full pipes", i);
  }
  return done("%ld full pipes", most);
}

static enum outcome lock(int argc, char **argv) {
  size_t bytes = (size_t)number(argc, argv, 0, 1) << 20;
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
  return memory == MAP_FAILED ? refused("mmap(MAP_LOCKED)") : done("%zu bytes locked", bytes);
}

static enum outcome pending(int argc, char **argv) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  union sigval value = {0};
  long most = number(argc, argv, 0, 20000);
  for (long i = 0; i < most; i++) {
    if (sigqueue(getpid(), SIGRTMIN + 1, value) != 0) return refused("%ld queued signals", i);
  }
  return done("%ld queued signals", most);
}

static long deeper(volatile char *above, long left) {
  volatile char here[16384];
  here[0] = *above;
  return left == 0 ? here[0] : deeper(here, left - 1) + here[0];
}

static enum outcome stack(int argc, char **argv) {
  volatile char start = 0;
  // A hundred MiB of frames.
  deeper(&start, number(argc, argv, 0, 6400));
  return done("a deep stack");
}

static const struct probe probes[] = {
    {"exhaust-descriptors", "[MOST]", "open descriptors", descriptors},
    {"exhaust-threads", "[MOST]", "start threads", threads},
    {"exhaust-children", "[MOST]", "fork", children},
    {"exhaust-memory", "[MIB]", "reserve private memory", reserve},
    {"exhaust-memory-file", "[BYTES]", "make a file in memory large", memory_file},
    {"exhaust-write-far", "[OFFSET]", "write far into a file", write_far},
    {"exhaust-sparse", "[BYTES]", "make a sparse file large", sparse},
    {"exhaust-allocate", "[BYTES]", "allocate a file", allocate_file},
    {"exhaust-bytes", "[MIB]", "fill the folder", fill},
    {"exhaust-names", "[MOST]", "fill the folder with names", fill_names},
    {"exhaust-pipes", "[MOST]", "fill pipes", pipes},
    {"exhaust-locked", "[MIB]", "map locked memory", lock},
    {"exhaust-signals", "[MOST]", "queue signals", pending},
    {"exhaust-stack", "[FRAMES]", "a deep stack", stack},
};
const struct probe_group exhaust_group = {probes, sizeof probes / sizeof probes[0]};
