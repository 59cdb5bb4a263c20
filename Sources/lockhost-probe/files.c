// SPDX-License-Identifier: MIT
//
// What can be seen, written and filled.

#include "probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum outcome open_file(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "/etc/shadow";
  int file = open(path, O_RDONLY | O_CLOEXEC);
  return file < 0 ? refused("open(%s)", path) : done("open(%s) = %d", path, file);
}

static enum outcome list(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "/";
  DIR *folder = opendir(path);
  if (folder == NULL) return refused("opendir(%s)", path);
  char names[1024] = "";
  for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    strncat(names, " ", sizeof names - strlen(names) - 1);
    strncat(names, entry->d_name, sizeof names - strlen(names) - 1);
  }
  closedir(folder);
  return done("%s:%s", path, names);
}

static enum outcome write_file(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "./file";
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return refused("open(%s, O_WRONLY | O_CREAT)", path);
  if (write(file, "written\n", 8) != 8) return refused("write(%s)", path);
  return done("8 bytes in %s", path);
}

static enum outcome write_and_wait(int argc, char **argv) {
  enum outcome outcome = write_file(argc, argv);
  fflush(stdout);
  for (;;) pause();
  return outcome;
}

static enum outcome make_folder(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "/folder";
  return mkdir(path, 0700) != 0 ? refused("mkdir(%s)", path) : done("mkdir(%s)", path);
}

static enum outcome fill_bytes(int argc, char **argv) {
  static char block[65536];
  memset(block, 'x', sizeof block);
  long long written = 0;
  for (int i = 0;; i++) {
    char name[32];
    snprintf(name, sizeof name, "fill-%d", i);
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return refused("%lld bytes", written);
    // New files of 16 MiB, so that the limit on one file's size is not what is met.
    for (int j = 0; j < 256; j++) {
      ssize_t part = write(file, block, sizeof block);
      if (part < 0) return refused("%lld bytes", written);
      written += part;
      if (written > 4LL << 30) return done("%lld bytes", written);
    }
    close(file);
  }
}

static enum outcome fill_files(int argc, char **argv) {
  long limit = number(argc, argv, 0, 1000000);
  for (long i = 0; i < limit; i++) {
    char name[32];
    snprintf(name, sizeof name, "file-%ld", i);
    int file = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return refused("%ld files", i);
    close(file);
  }
  return done("%ld files", limit);
}

static enum outcome large_file(int argc, char **argv) {
  // SIGXFSZ is ignored here, so that the call's own answer can be told.
  int file = open("large", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return inconclusive("open");
  return judge(ftruncate(file, number(argc, argv, 0, 1L << 40)), "ftruncate(1 TiB)");
}

static enum outcome device(int argc, char **argv) {
  return judge(mknod("./device", S_IFCHR | 0600, 0x103), "mknod(c 1 3)");
}

static const struct probe probes[] = {
    {"open", "[PATH]", "open a file for reading", open_file},
    {"list", "[PATH]", "list a folder", list},
    {"write", "[PATH]", "write a file", write_file},
    {"write-and-wait", "[PATH]", "write a file and live on", write_and_wait},
    {"mkdir", "[PATH]", "make a folder", make_folder},
    {"fill-bytes", "", "write until there is no room", fill_bytes},
    {"fill-files", "[COUNT]", "make files until there is no room", fill_files},
    {"large-file", "[BYTES]", "make one huge sparse file", large_file},
    {"mknod", "", "make a device", device},
};
const struct probe_group file_group = {probes, sizeof probes / sizeof probes[0]};
