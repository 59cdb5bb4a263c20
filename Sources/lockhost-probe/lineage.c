// SPDX-License-Identifier: MIT
//
// Children, other programs, and living on.

#include "probe.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static enum outcome child_is(pid_t child, const char *text) {
  if (child == 0) _exit(0);
  if (child < 0) return refused("%s", text);
  waitpid(child, NULL, 0);
  return done("%s", text);
}

static enum outcome by_fork(int argc, char **argv) {
  return child_is((pid_t)syscall(SYS_fork), "fork");
}

static enum outcome by_vfork(int argc, char **argv) {
  pid_t child = vfork();
  if (child == 0) _exit(0);
  return child_is(child, "vfork");
}

static enum outcome by_clone(int argc, char **argv) {
  return child_is((pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0), "clone(SIGCHLD)");
}

static enum outcome by_clone_untraced(int argc, char **argv) {
  return child_is((pid_t)syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0),
                  "clone(CLONE_UNTRACED)");
}

static enum outcome by_clone3(int argc, char **argv) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  return child_is(lh_clone3(&arguments), "clone3(SIGCHLD)");
}

static enum outcome by_clone_parent(int argc, char **argv) {
  // A sibling, whom only the parent's parent could wait for.
  pid_t child = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return judge(child, "clone(CLONE_PARENT)");
}

// The program that is run is this one, which then says that it was: in the same words, so that nobody
// takes it for another probe.
static enum outcome was_run(int argc, char **argv) {
  return argc > 0 && strcmp(argv[argc - 1], "--was-run") == 0 ? done("it ran") : USAGE;
}

static void arguments_for(char *arguments[6], const char *name) {
  size_t count = 0;
  arguments[count++] = "lockhost-probe";
  if (report_nonce() != NULL) {
    arguments[count++] = "--nonce";
    arguments[count++] = (char *)report_nonce();
  }
  arguments[count++] = (char *)name;
  arguments[count++] = "--was-run";
  arguments[count] = NULL;
}

static char *const no_variables[] = {NULL};

static enum outcome run_path(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (was_run(argc, argv) == DONE) return DONE;
  char *arguments[6];
  arguments_for(arguments, "run-path");
  execve(argv[0], arguments, no_variables);
  return refused("execve(%s)", argv[0]);
}

static enum outcome run_descriptor(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (was_run(argc, argv) == DONE) return DONE;
  int file = open(argv[0], O_RDONLY);
  if (file < 0) return refused("open(%s)", argv[0]);
  char *arguments[6];
  arguments_for(arguments, "run-descriptor");
  syscall(SYS_execveat, file, "", arguments, no_variables, AT_EMPTY_PATH);
  return refused("execveat(%s)", argv[0]);
}

static int copy_to(const char *source, int to) {
  static char block[1 << 16];
  int from = open(source, O_RDONLY | O_CLOEXEC);
  if (from < 0) return -1;
  for (ssize_t part; (part = read(from, block, sizeof block)) > 0;) {
    if (write(to, block, (size_t)part) != part) return -1;
  }
  close(from);
  return 0;
}

static enum outcome run_written(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (was_run(argc, argv) == DONE) return DONE;
  int file = open("./written", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  if (file < 0 || copy_to(argv[0], file) != 0) return inconclusive("copy of %s", argv[0]);
  close(file);
  // Held by a name that needs no removing afterwards, when this program is no more.
  int program = open("./written", O_RDONLY);
  unlink("./written");
  char *arguments[6];
  arguments_for(arguments, "run-written");
  syscall(SYS_execveat, program, "", arguments, no_variables, AT_EMPTY_PATH);
  return refused("execveat(a written file)");
}

static enum outcome run_memory(int argc, char **argv) {
  if (argc < 1) return USAGE;
  if (was_run(argc, argv) == DONE) return DONE;
  int file = memfd_create("copy", 0);
  if (file < 0 || copy_to(argv[0], file) != 0) return inconclusive("copy of %s", argv[0]);
  char *arguments[6];
  arguments_for(arguments, "run-memory");
  syscall(SYS_execveat, file, "", arguments, no_variables, AT_EMPTY_PATH);
  return refused("execveat(a file in memory)");
}

// Whatever is still open, by its number alone: of a program's own descriptor, held until it ran, nothing
// may be left.
static enum outcome run_kept(int argc, char **argv) {
  if (was_run(argc, argv) == DONE) return DONE;
  char *arguments[6];
  arguments_for(arguments, "run-kept");
  // No further than limits are set: thousands of refusals are a flood, which ends the guest.
  for (int file = 4; file < 1100; file++) {
    syscall(SYS_execveat, file, "", arguments, no_variables, AT_EMPTY_PATH);
  }
  errno = EBADF;
  return refused("execveat of every number");
}

static enum outcome crash(int argc, char **argv) {
  const char *how = argc > 0 ? argv[0] : "";
  volatile int zero = 0;
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "code") == 0) __builtin_trap();
#if defined(__x86_64__)
  if (strcmp(how, "division") == 0) __asm__ volatile("idivl %0" : : "m"(zero) : "eax", "edx");
#endif
  if (strcmp(how, "memory") == 0) *(volatile int *)(uintptr_t)8 = zero;
  return USAGE;
}

// What it wrote as code in its own process; no exec.
static enum outcome map_written(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open("./code", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  if (file < 0) return inconclusive("open(./code)");
  if (copy_to(argv[0], file) != 0) return inconclusive("copy of %s", argv[0]);
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
  int error = errno;
  unlink("./code");
  errno = error;
  return code == MAP_FAILED ? refused("mmap(PROT_EXEC) of a written file") : done("mmap(PROT_EXEC)");
}

static enum outcome map_memory_file(int argc, char **argv) {
  int file = memfd_create("code", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, 4096) != 0) return inconclusive("memfd_create");
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_SHARED, file, 0);
  return code == MAP_FAILED ? refused("mmap(PROT_EXEC) of a memory file") : done("mmap(PROT_EXEC)");
}

static enum outcome own_session(int argc, char **argv) {
  // Who leads one already is refused by the kernel: then a child would have to try.
  if (getsid(0) != getpid()) return judge(setsid(), "setsid");
  pid_t result = setsid();
  return judge(result, "setsid of a leader");
}

// A survivor that holds the output open and ignores whatever it can; it ends by itself after a while, for
// where nobody ends it.
static enum outcome survive(int argc, char **argv) {
  pid_t child = (pid_t)syscall(SYS_fork);
  if (child < 0) return refused("fork");
  if (child == 0) {
    setsid();
    for (int i = 1; i < _NSIG; i++) signal(i, SIG_IGN);
    if (fork() != 0) _exit(0);
    close(0);
    close(1);
    close(2);
    sleep((unsigned int)number(argc, argv, 0, 30));
    _exit(0);
  }
  waitpid(child, NULL, 0);
  return done("a daemon");
}

static enum outcome write_own_program(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = open(argv[0], O_WRONLY | O_CLOEXEC);
  return file < 0 ? refused("open(%s, O_WRONLY)", argv[0]) : done("open(%s, O_WRONLY)", argv[0]);
}

static const struct probe probes[] = {
    {"fork", "", "a child by fork", by_fork},
    {"vfork", "", "a child by vfork", by_vfork},
    {"clone-child", "", "a child by clone", by_clone},
    {"clone-untraced", "", "a child that cannot be traced", by_clone_untraced},
    {"clone3-child", "", "a child by clone3", by_clone3},
    {"clone-parent", "", "a sibling", by_clone_parent},
    {"run-path", "PATH", "run a program", run_path},
    {"run-descriptor", "PATH", "run a program by its descriptor", run_descriptor},
    {"run-written", "PATH", "run a copy of a program that it wrote", run_written},
    {"run-memory", "PATH", "run a copy of a program in memory", run_memory},
    {"run-kept", "", "run whatever descriptor is still open", run_kept},
    {"crash", "HOW", "abort, code, division or memory", crash},
    {"map-written", "PATH", "map a file it wrote as code", map_written},
    {"map-memory-file", "", "map a file in memory as code", map_memory_file},
    {"setsid", "", "a session of its own", own_session},
    {"survive", "[SECONDS]", "leave a daemon", survive},
    {"write-program", "PATH", "open a program that runs for writing", write_own_program},
};
const struct probe_group lineage_group = {probes, sizeof probes / sizeof probes[0]};
