// SPDX-License-Identifier: MIT
//
// What every guest needs, so that a sandbox which refuses everything is not taken for a good one.

#include "probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// One step of something that has to work; a probe ends at the first that does not.
#define MUST(condition) \
  if (!(condition)) return refused("%s", #condition)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turns;

static void *take_turns(void *context) {
  for (int i = 0; i < 100; i++) {
    pthread_mutex_lock(&mutex);
    turns++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    sched_yield();
  }
  return context;
}

static enum outcome threads(int argc, char **argv) {
  pthread_t all[8];
  for (int i = 0; i < 8; i++) {
    errno = pthread_create(&all[i], NULL, take_turns, NULL);
    if (errno != 0) return refused("pthread_create");
  }
  pthread_mutex_lock(&mutex);
  while (turns < 800) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 8; i++) pthread_join(all[i], NULL);
  return done("8 threads, 800 turns");
}

static enum outcome memory(int argc, char **argv) {
  char *block = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  MUST(block != MAP_FAILED);
  memset(block, 1, 1 << 20);
  MUST(madvise(block, 1 << 20, MADV_DONTNEED) == 0);
  MUST(mprotect(block, 4096, PROT_READ) == 0);
  // One mapping again, which is what can be grown.
  MUST(mprotect(block, 4096, PROT_READ | PROT_WRITE) == 0);
  block = mremap(block, 1 << 20, 2 << 20, MREMAP_MAYMOVE);
  MUST(block != MAP_FAILED);
  MUST(munmap(block, 2 << 20) == 0);
  char *heap = malloc(64 << 20);
  MUST(heap != NULL);
  memset(heap, 2, 1 << 20);
  free(heap);
  return done("mapped, grown, protected, given back");
}

static enum outcome files(int argc, char **argv) {
  MUST(mkdir("./work", 0700) == 0 || errno == EEXIST);
  int file = open("./work/one", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  MUST(file >= 0);
  MUST(write(file, "text", 4) == 4);
  MUST(fsync(file) == 0);
  char text[5] = "";
  MUST(pread(file, text, 4, 0) == 4 && strcmp(text, "text") == 0);
  MUST(ftruncate(file, 100) == 0);
  struct stat status;
  MUST(fstat(file, &status) == 0 && status.st_size == 100);
  MUST(flock(file, LOCK_EX | LOCK_NB) == 0);
  close(file);
  MUST(rename("./work/one", "./work/two") == 0);
  MUST(unlink("./work/two") == 0);
  MUST(rmdir("./work") == 0);
  return done("made, written, read, locked, moved, removed");
}

static enum outcome folders(int argc, char **argv) {
  int file = open("./listed", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  MUST(file >= 0);
  close(file);
  DIR *folder = opendir(".");
  MUST(folder != NULL);
  bool found = false;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    found |= strcmp(entry->d_name, "listed") == 0;
  }
  closedir(folder);
  MUST(unlink("./listed") == 0);
  MUST(found);
  return done("listed");
}

static enum outcome links(int argc, char **argv) {
  int file = open("./target", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  MUST(file >= 0 && write(file, "x", 1) == 1);
  close(file);
  unlink("./name");
  MUST(symlink("target", "./name") == 0);
  char target[PATH_MAX];
  MUST(readlink("./name", target, sizeof target) == 6);
  file = open("./name", O_RDONLY | O_CLOEXEC);
  MUST(file >= 0);
  close(file);
  MUST(unlink("./name") == 0 && unlink("./target") == 0);
  return done("a link inside leads where it should");
}

static enum outcome clocks(int argc, char **argv) {
  struct timespec before, after, pause = {.tv_nsec = 1000000};
  MUST(clock_gettime(CLOCK_MONOTONIC, &before) == 0);
  MUST(nanosleep(&pause, NULL) == 0);
  MUST(clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL) == 0);
  MUST(syscall(SYS_clock_gettime, CLOCK_REALTIME, &after) == 0);
  MUST(clock_gettime(CLOCK_MONOTONIC, &after) == 0);
  MUST(after.tv_sec > before.tv_sec || after.tv_nsec > before.tv_nsec);
  MUST(clock_getres(CLOCK_MONOTONIC, &pause) == 0);
  return done("read and slept");
}

static enum outcome randomness(int argc, char **argv) {
  unsigned char one[32] = {0}, other[32] = {0};
  MUST(getrandom(one, sizeof one, 0) == (ssize_t)sizeof one);
  MUST(getrandom(other, sizeof other, GRND_NONBLOCK) == (ssize_t)sizeof other);
  MUST(memcmp(one, other, sizeof one) != 0);
  return done("64 bytes");
}

static enum outcome pipes(int argc, char **argv) {
  int ends[2];
  MUST(pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0);
  struct iovec parts[2] = {{.iov_base = "a", .iov_len = 1}, {.iov_base = "b", .iov_len = 1}};
  MUST(writev(ends[1], parts, 2) == 2);
  struct pollfd ready = {.fd = ends[0], .events = POLLIN};
  MUST(poll(&ready, 1, 0) == 1);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(ends[0], &set);
  struct timeval now = {0};
  MUST(select(ends[0] + 1, &set, NULL, NULL, &now) == 1);
  int count = 0;
  MUST(ioctl(ends[0], FIONREAD, &count) == 0 && count == 2);
  char text[3] = "";
  MUST(read(ends[0], text, 2) == 2 && strcmp(text, "ab") == 0);
  MUST(dup(ends[0]) >= 0);
  MUST((fcntl(ends[0], F_GETFL) & O_NONBLOCK) != 0);
  return done("written, waited for, read");
}

static enum outcome events(int argc, char **argv) {
  int queue = epoll_create1(EPOLL_CLOEXEC);
  MUST(queue >= 0);
  int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  MUST(event >= 0);
  struct epoll_event wanted = {.events = EPOLLIN}, got;
  MUST(epoll_ctl(queue, EPOLL_CTL_ADD, event, &wanted) == 0);
  MUST(eventfd_write(event, 1) == 0);
  MUST(epoll_wait(queue, &got, 1, 1000) == 1);
  return done("epoll and eventfd");
}

static enum outcome timers(int argc, char **argv) {
  int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  MUST(timer >= 0);
  struct itimerspec soon = {.it_value.tv_nsec = 1000000};
  MUST(timerfd_settime(timer, 0, &soon, NULL) == 0);
  uint64_t count = 0;
  MUST(read(timer, &count, sizeof count) == (ssize_t)sizeof count && count >= 1);
  return done("timerfd");
}

static enum outcome memory_files(int argc, char **argv) {
  int file = memfd_create("work", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  MUST(file >= 0);
  MUST(ftruncate(file, 4096) == 0);
  char *view = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  MUST(view != MAP_FAILED);
  strcpy(view, "shared");
  MUST(munmap(view, 4096) == 0);
  MUST(fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) == 0);
  MUST(pwrite(file, "x", 1, 0) < 0);
  return done("made, mapped, sealed");
}

static volatile sig_atomic_t caught;

static void handle(int signal) {
  caught = signal;
}

static enum outcome signals(int argc, char **argv) {
  struct sigaction action = {.sa_handler = handle};
  MUST(sigaction(SIGUSR1, &action, NULL) == 0);
  MUST(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR1) == 0);
  MUST(caught == SIGUSR1);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGUSR2);
  MUST(sigprocmask(SIG_BLOCK, &one, NULL) == 0);
  int file = signalfd(-1, &one, SFD_CLOEXEC);
  MUST(file >= 0);
  MUST(syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGUSR2) == 0);
  struct signalfd_siginfo information;
  MUST(read(file, &information, sizeof information) == (ssize_t)sizeof information);
  return done("caught, and read from a descriptor");
}

static enum outcome wire(int argc, char **argv) {
  int kind = 0;
  socklen_t length = sizeof kind;
  MUST(getsockopt(3, SOL_SOCKET, SO_TYPE, &kind, &length) == 0);
  MUST(send(3, "?", 1, MSG_NOSIGNAL) == 1);
  return done("one packet on a socket of type %d", kind);
}

static enum outcome own_program(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open(argv[0], O_RDONLY | O_CLOEXEC);
  MUST(file >= 0);
  char magic[4];
  MUST(read(file, magic, 4) == 4 && memcmp(magic, "\177ELF", 4) == 0);
  return done("its own program can be read");
}

static enum outcome knowledge(int argc, char **argv) {
  struct rusage used;
  struct sysinfo information;
  cpu_set_t processors;
  MUST(getrusage(RUSAGE_SELF, &used) == 0);
  MUST(sysinfo(&information) == 0);
  MUST(sched_getaffinity(0, sizeof processors, &processors) == 0);
  MUST(getpid() > 0 && getuid() != (uid_t)-1);
  return done("%d processors", CPU_COUNT(&processors));
}

static enum outcome copying(int argc, char **argv) {
  int from = open("./from", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int to = open("./to", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  MUST(from >= 0 && to >= 0);
  MUST(write(from, "content", 7) == 7);
  off_t begin = 0;
  MUST(sendfile(to, from, &begin, 7) == 7);
  off_t start = 0, place = 7;
  MUST(copy_file_range(from, &start, to, &place, 7, 0) == 7);
  MUST(posix_fallocate(to, 0, 8192) == 0);
  MUST(unlink("./from") == 0 && unlink("./to") == 0);
  return done("sendfile, copy_file_range, fallocate");
}

static enum outcome output(int argc, char **argv) {
  fprintf(stderr, "to standard error\n");
  MUST(write(2, "", 0) == 0);
  char byte;
  // Nothing to read, and no waiting for it.
  MUST(read(0, &byte, 1) == 0);
  return done("0 is empty, 1 and 2 can be written");
}

static const struct probe probes[] = {
    {"work-threads", "", "threads, a mutex, a condition", threads},
    {"work-memory", "", "map, grow, protect and free memory", memory},
    {"work-files", "", "make, write, lock, move and remove a file", files},
    {"work-folders", "", "list a folder", folders},
    {"work-links", "", "follow a link inside", links},
    {"work-clocks", "", "read clocks and sleep", clocks},
    {"work-randomness", "", "random bytes", randomness},
    {"work-pipes", "", "pipes, poll, select", pipes},
    {"work-events", "", "epoll and eventfd", events},
    {"work-timers", "", "a timer by descriptor", timers},
    {"work-memory-files", "", "a sealed file in memory", memory_files},
    {"work-signals", "", "signals to itself", signals},
    {"work-wire", "", "one packet on descriptor 3", wire},
    {"work-program", "PATH", "read its own program", own_program},
    {"work-knowledge", "", "know itself", knowledge},
    {"work-copying", "", "copy between files", copying},
    {"work-output", "", "standard input and output", output},
};
const struct probe_group work_group = {probes, sizeof probes / sizeof probes[0]};
