// SPDX-License-Identifier: MIT
//
// Other programs, other processes, and ways to live on.

#include "probe.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char *const nothing[] = {NULL};

static enum outcome execute(int argc, char **argv) {
  const char *path = argc > 0 ? argv[0] : "/program";
  char *const arguments[] = {(char *)path, "exit", "42", NULL};
  execve(path, arguments, nothing);
  return refused("execve(%s)", path);
}

static enum outcome execute_open(int argc, char **argv) {
  // The executable is at some number after the limit until the first exec; here every number is
  // tried, in case one has stayed open.
  for (int file = 4; file < 2048; file++) {
    char *const arguments[] = {"program", "exit", "42", NULL};
    execveat(file, "", arguments, nothing, AT_EMPTY_PATH);
    if (errno != EBADF) return refused("execveat(%d)", file);
  }
  return refused("execveat(4…2047)");
}

// Copies this program to a file that the guest may write, and runs it.
static enum outcome execute_written(int argc, char **argv) {
  const char *source = argc > 0 ? argv[0] : "/program";
  int from = open(source, O_RDONLY | O_CLOEXEC);
  if (from < 0) return inconclusive("open(%s)", source);
  int to = open("./copy", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  if (to < 0) return inconclusive("open(./copy)");
  static char block[65536];
  for (ssize_t part; (part = read(from, block, sizeof block)) > 0;) {
    if (write(to, block, (size_t)part) != part) return inconclusive("write(./copy)");
  }
  close(to);
  char *const arguments[] = {"copy", "exit", "42", NULL};
  execve("./copy", arguments, nothing);
  return refused("execve(./copy)");
}

static enum outcome execute_memory(int argc, char **argv) {
  const char *source = argc > 0 ? argv[0] : "/program";
  int from = open(source, O_RDONLY | O_CLOEXEC);
  if (from < 0) return inconclusive("open(%s)", source);
  int to = memfd_create("copy", MFD_CLOEXEC);
  if (to < 0) return refused("memfd_create");
  static char block[65536];
  for (ssize_t part; (part = read(from, block, sizeof block)) > 0;) {
    if (write(to, block, (size_t)part) != part) return inconclusive("write");
  }
  char *const arguments[] = {"copy", "exit", "42", NULL};
  execveat(to, "", arguments, nothing, AT_EMPTY_PATH);
  return refused("execveat(memory file)");
}

static enum outcome trace(int argc, char **argv) {
  return judge(ptrace(PTRACE_TRACEME, 0, NULL, NULL), "ptrace(PTRACE_TRACEME)");
}

static enum outcome trace_init(int argc, char **argv) {
  return judge(ptrace(PTRACE_SEIZE, (pid_t)number(argc, argv, 0, 1), NULL, NULL),
               "ptrace(PTRACE_SEIZE, 1)");
}

static enum outcome signal_process(int argc, char **argv) {
  pid_t process = (pid_t)number(argc, argv, 0, 1);
  if (kill(process, 0) != 0) return refused("kill(%d, 0)", process);
  return done("kill(%d, 0)", process);
}

static enum outcome kill_init(int argc, char **argv) {
  long result = kill(1, SIGKILL);
  // Whether or not the call was refused: still here?
  return judge(result, "kill(1, SIGKILL)");
}

static enum outcome bomb(int argc, char **argv) {
  long limit = number(argc, argv, 0, 100000);
  for (long i = 0; i < limit; i++) {
    pid_t child = fork();
    if (child < 0) return refused("%ld children", i);
    if (child == 0) {
      for (;;) pause();
    }
  }
  return done("%ld children", limit);
}

static enum outcome bomb_for_ever(int argc, char **argv) {
  for (;;) fork();
}

static void ignore_everything(void) {
  for (int i = 1; i < _NSIG; i++) signal(i, SIG_IGN);
}

static enum outcome daemonise(int argc, char **argv) {
  pid_t child = fork();
  if (child < 0) return refused("fork");
  if (child == 0) {
    setsid();
    ignore_everything();
    if (fork() != 0) _exit(0);
    // Holds standard output open: whoever reads it sees whether this is still here.
    for (;;) pause();
  }
  waitpid(child, NULL, 0);
  return done("a daemon that ignores every signal");
}

static enum outcome daemonise_and_wait(int argc, char **argv) {
  daemonise(argc, argv);
  for (;;) pause();
}

static enum outcome stubborn(int argc, char **argv) {
  ignore_everything();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  done("every signal ignored and blocked");
  for (;;) pause();
}

static enum outcome leave(int argc, char **argv) {
  _exit((int)number(argc, argv, 0, 0));
}

static enum outcome signal_self(int argc, char **argv) {
  int which = (int)number(argc, argv, 0, SIGSEGV);
  signal(which, SIG_DFL);
  kill(getpid(), which);
  return refused("kill(self, %d)", which);
}

static enum outcome wait_for_ever(int argc, char **argv) {
  for (;;) pause();
}

static enum outcome spin(int argc, char **argv) {
  for (volatile unsigned long i = 0;; i++) {
  }
}

static enum outcome say(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("%s%s", i == 0 ? "" : " ", argv[i]);
  printf("\n");
  return DONE;
}

static enum outcome say_and_wait(int argc, char **argv) {
  say(argc, argv);
  fflush(stdout);
  for (;;) pause();
}

static const struct probe probes[] = {
    {"exec", "[PATH]", "run a program", execute},
    {"exec-open", "", "run whatever descriptor is still open", execute_open},
    {"exec-written", "[PATH]", "run a file it wrote", execute_written},
    {"exec-memory", "[PATH]", "run a file in memory", execute_memory},
    {"ptrace", "", "be traced", trace},
    {"ptrace-init", "[PID]", "trace pid 1", trace_init},
    {"kill-process", "[PID]", "signal a process", signal_process},
    {"kill-init", "", "kill pid 1", kill_init},
    {"fork-bomb", "[COUNT]", "fork until it is refused", bomb},
    {"fork-for-ever", "", "fork without end", bomb_for_ever},
    {"daemonise", "", "leave a child that nobody waits for", daemonise},
    {"daemonise-and-wait", "", "the same, and live on", daemonise_and_wait},
    {"ignore-signals", "", "ignore and block every signal, for ever", stubborn},
    {"exit", "[CODE]", "leave with a code", leave},
    {"signal", "[NUMBER]", "die of a signal", signal_self},
    {"sleep", "", "do nothing for ever", wait_for_ever},
    {"spin", "", "use the processor for ever", spin},
    {"say", "WORD…", "print the words", say},
    {"say-and-wait", "WORD…", "print the words and live on", say_and_wait},
};
const struct probe_group process_group = {probes, sizeof probes / sizeof probes[0]};
