// SPDX-License-Identifier: MIT
//
// Ways to files that were not given: by climbing, by links, by descriptors, by /proc.

#include "probe.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

// Says what is in a file, so that whoever put a word there sees it again.
static enum outcome tell(int file, const char *how) {
  char text[128] = "";
  ssize_t length = read(file, text, sizeof text - 1);
  int error = errno;
  close(file);
  errno = error;
  return length < 0 ? refused("read: %s", how) : done("%s: %s", how, text);
}

static enum outcome read_file(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open(argv[0], O_RDONLY | O_CLOEXEC);
  return file < 0 ? refused("open(%s)", argv[0]) : tell(file, argv[0]);
}

static enum outcome change_file(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open(argv[0], O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0) return refused("open(%s, O_WRONLY)", argv[0]);
  return judge(write(file, "x", 1), "write");
}

static enum outcome climb(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char path[PATH_MAX] = "";
  for (int i = 0; i < 40; i++) strcat(path, "../");
  strncat(path, argv[0] + (argv[0][0] == '/'), sizeof path - strlen(path) - 1);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  return file < 0 ? refused("../ forty times, then %s", argv[0]) : tell(file, "climbed");
}

// From every descriptor that is open: is one of them a folder, or does one lead to a folder?
static enum outcome climb_from_descriptors(int argc, char **argv) {
  for (int number = 0; number < 4096; number++) {
    int folder = openat(number, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) return done("descriptor %d is a folder", number);
    if (fchdir(number) == 0) return done("descriptor %d is a folder", number);
    if (errno != EBADF && errno != ENOTDIR && errno != EACCES) return refused("fchdir(%d)", number);
  }
  errno = ENOTDIR;
  return refused("no descriptor is a folder");
}

static enum outcome through_link(const char *target, int flags) {
  const char *name = "./way-out";
  unlink(name);
  if (symlink(target, name) != 0) return inconclusive("symlink");
  int file = open(name, flags | O_CLOEXEC, 0600);
  int error = errno;
  unlink(name);
  errno = error;
  if (file < 0) return refused("open through a link to %s", target);
  if (flags == O_RDONLY) return tell(file, "through a link");
  return judge(write(file, "x", 1), "write through a link");
}

static enum outcome read_through_link(int argc, char **argv) {
  return argc < 1 ? USAGE : through_link(argv[0], O_RDONLY);
}

static enum outcome write_through_link(int argc, char **argv) {
  return argc < 1 ? USAGE : through_link(argv[0], O_WRONLY | O_APPEND);
}

static enum outcome create_through_link(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/made", argv[0]);
  return through_link(path, O_WRONLY | O_CREAT);
}

static enum outcome create_file(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/made", argv[0]);
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  return file < 0 ? refused("open(%s, O_CREAT)", path) : done("open(%s, O_CREAT)", path);
}

static enum outcome make_folder_in(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/made", argv[0]);
  return judge(mkdir(path, 0700), "mkdir");
}

static enum outcome hard_link(int argc, char **argv) {
  if (argc < 1) return USAGE;
  unlink("./hard");
  if (link(argv[0], "./hard") != 0) return refused("link(%s, ./hard)", argv[0]);
  unlink("./hard");
  return done("link(%s, ./hard)", argv[0]);
}

static enum outcome move_out(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open("./moved", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return inconclusive("open(./moved)");
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/made", argv[0]);
  if (rename("./moved", path) != 0) {
    int error = errno;
    unlink("./moved");
    errno = error;
    return refused("rename(./moved, %s)", path);
  }
  return done("rename(./moved, %s)", path);
}

static enum outcome remove_file(int argc, char **argv) {
  return argc < 1 ? USAGE : judge(unlink(argv[0]), "unlink");
}

static enum outcome truncate_file(int argc, char **argv) {
  return argc < 1 ? USAGE : judge(truncate(argv[0], 0), "truncate");
}

static enum outcome change_mode(int argc, char **argv) {
  return argc < 1 ? USAGE : judge(chmod(argv[0], (mode_t)number(argc, argv, 1, 0600)), "chmod");
}

static enum outcome change_times(int argc, char **argv) {
  const struct timespec times[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
  return argc < 1 ? USAGE : judge(utimensat(AT_FDCWD, argv[0], times, 0), "utimensat");
}

static enum outcome status_of(int argc, char **argv) {
  struct stat status;
  if (argc < 1) return USAGE;
  if (stat(argv[0], &status) != 0) return refused("stat(%s)", argv[0]);
  return done("%s has %lld bytes", argv[0], (long long)status.st_size);
}

static enum outcome may_access(int argc, char **argv) {
  return argc < 1 ? USAGE : judge(access(argv[0], F_OK), "access");
}

static enum outcome link_target(int argc, char **argv) {
  char target[PATH_MAX];
  if (argc < 1) return USAGE;
  ssize_t length = readlink(argv[0], target, sizeof target - 1);
  if (length < 0) return refused("readlink(%s)", argv[0]);
  return done("%s leads to %.*s", argv[0], (int)length, target);
}

// Whether any of these paths is there, and can be opened. The first that can is told.
static enum outcome any_of(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int last = ENOENT;
  for (int i = 0; i < argc; i++) {
    int file = open(argv[i], O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0) return done("open(%s)", argv[i]);
    if (errno != ENOENT) last = errno;
  }
  errno = last;
  return refused("none of %d paths", argc);
}

// The same for writing; nothing is written.
static enum outcome any_writable(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int last = ENOENT;
  for (int i = 0; i < argc; i++) {
    int file = open(argv[i], O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file >= 0) return done("open(%s, O_WRONLY)", argv[i]);
    if (errno != ENOENT) last = errno;
  }
  errno = last;
  return refused("none of %d paths", argc);
}

// What a mount does not forbid, of what it should: the flags as letters.
static enum outcome mount_flags(int argc, char **argv) {
  struct statvfs status;
  if (argc < 1) return USAGE;
  if (statvfs(argv[0], &status) != 0) return refused("statvfs(%s)", argv[0]);
  unsigned long flags = status.f_flag;
  return done("%s%s%s%s", (flags & ST_RDONLY) != 0 ? "ro" : "rw", (flags & ST_NOSUID) != 0 ? ",nosuid" : "",
              (flags & ST_NODEV) != 0 ? ",nodev" : "", (flags & ST_NOEXEC) != 0 ? ",noexec" : "");
}

static const struct probe probes[] = {
    {"read-file", "PATH", "read a file and say what is in it", read_file},
    {"change-file", "PATH", "append a byte to a file", change_file},
    {"climb", "PATH", "reach a file by ../../..", climb},
    {"climb-descriptors", "", "leave through an open folder", climb_from_descriptors},
    {"link-read", "PATH", "read a file through a link of one's own", read_through_link},
    {"link-write", "PATH", "write a file through a link of one's own", write_through_link},
    {"link-create", "FOLDER", "make a file through a link of one's own", create_through_link},
    {"create-file", "FOLDER", "make a file in a folder", create_file},
    {"create-folder", "FOLDER", "make a folder in a folder", make_folder_in},
    {"hard-link", "PATH", "a second name for a file", hard_link},
    {"move-out", "FOLDER", "move a file of one's own to a folder", move_out},
    {"remove-file", "PATH", "remove a file", remove_file},
    {"truncate-file", "PATH", "empty a file", truncate_file},
    {"change-mode", "PATH [MODE]", "change a file's mode", change_mode},
    {"change-times", "PATH", "change a file's times", change_times},
    {"status", "PATH", "a file's size", status_of},
    {"access", "PATH", "whether a file is there", may_access},
    {"link-target", "PATH", "where a link leads", link_target},
    {"open-any", "PATH…", "open any of these", any_of},
    {"open-any-writable", "PATH…", "open any of these for writing", any_writable},
    {"mount-flags", "PATH", "what a mount forbids", mount_flags},
};
const struct probe_group path_group = {probes, sizeof probes / sizeof probes[0]};
