// SPDX-License-Identifier: MIT
//
// What a guest may leave behind, to be tripped over by whoever removes it. Bounded, and all of it below
// the working folder; only links lead elsewhere.

#include "probe.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum outcome links(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (symlink(argv[0], "./to-target") != 0) return inconclusive("symlink(%s)", argv[0]);
  if (symlink("/", "./to-root") != 0 || symlink("..", "./to-above") != 0 ||
      symlink("to-itself", "./to-itself") != 0) {
    return inconclusive("symlink");
  }
  // Where the target is shown, it is changed, and the host sees it.
  int file = open("./to-target/made", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
  return done("links to %s, to the root, above and to itself", argv[0]);
}

static enum outcome deep(int argc, char **argv) {
  long depth = number(argc, argv, 0, 400);
  char name[NAME_MAX + 1];
  memset(name, 'd', NAME_MAX);
  name[NAME_MAX] = 0;
  int folder = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (long i = 0; i < depth && folder >= 0; i++) {
    // Together far longer than any path may be.
    if (mkdirat(folder, name, 0700) != 0) break;
    int next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close(folder);
    folder = next;
  }
  if (folder < 0) return inconclusive("openat");
  close(folder);
  return done("%ld folders, one in the other", depth);
}

static enum outcome names(int argc, char **argv) {
  static const char *const all[] = {"new\nline", " ", "-rf", "*", "\xff\xfe", "caf\xc3\xa9", "cafe\xcc\x81",
                                    "\033[2J", "a\\b", "...", "con:", "trailing "};
  int count = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    int file = open(all[i], O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return inconclusive("name %zu", i);
    close(file);
    count++;
  }
  return done("%d names that nobody expects", count);
}

static enum outcome locked(int argc, char **argv) {
  if (mkdir("./locked", 0700) != 0 || mkdir("./locked/inner", 0700) != 0) return inconclusive("mkdir");
  int file = open("./locked/inner/file", O_WRONLY | O_CREAT | O_CLOEXEC, 0000);
  if (file < 0) return inconclusive("open");
  close(file);
  if (mkdir("./locked/born", 0) != 0) return inconclusive("mkdir with mode 0");
  if (chmod("./locked/inner", 0) == 0 && chmod("./locked", 0) == 0) {
    return done("folders that nobody may enter, one with a file in it");
  }
  // Where no mode can be changed, one that was made so is all that can be left.
  if (errno != EPERM) return inconclusive("chmod");
  return done("a folder that nobody may enter");
}

static void *exchange(void *context) {
  for (;;) renameat2(AT_FDCWD, "./folder", AT_FDCWD, "./link", RENAME_EXCHANGE);
  return context;
}

static enum outcome exchanged(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (mkdir("./folder", 0700) != 0) return inconclusive("mkdir");
  if (symlink(argv[0], "./link") != 0) return inconclusive("symlink");
  pthread_t thread;
  errno = pthread_create(&thread, NULL, exchange, NULL);
  if (errno != 0) return inconclusive("pthread_create");
  usleep(2000);
  // The end finds it in the middle of an exchange.
  return done("a folder and a link that change places");
}

static const struct probe probes[] = {
    {"litter-links", "TARGET", "leave links", links},
    {"litter-deep", "[DEPTH]", "leave a deep tree", deep},
    {"litter-names", "", "leave odd names", names},
    {"litter-locked", "", "leave folders without rights", locked},
    {"litter-exchange", "TARGET", "leave while a link and a folder change places", exchanged},
};
const struct probe_group litter_group = {probes, sizeof probes / sizeof probes[0]};
