// SPDX-License-Identifier: MIT
//
// Makes the calls of the tables, by itself and in threads.

#include "attempt.h"

#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct attempt_group *const groups[] = {
    &mount_attempts,  &space_attempts,  &code_attempts, &watch_attempts,  &newer_attempts,
    &machine_attempts, &family_attempts, &socket_attempts, &ipc_attempts, &id_attempts,
    &option_attempts, &process_attempts, &order_attempts, &file_attempts,
};

const struct attempt *attempt_named(const char *name) {
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    for (size_t j = 0; j < groups[i]->count; j++) {
      if (strcmp(groups[i]->attempts[j].name, name) == 0) return &groups[i]->attempts[j];
    }
  }
  return NULL;
}

long attempt_make(const struct attempt *attempt) {
  const unsigned long *arguments = attempt->arguments;
  return syscall(attempt->number, arguments[0], arguments[1], arguments[2], arguments[3],
                 arguments[4], arguments[5]);
}

void attempt_list(FILE *file) {
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    for (size_t j = 0; j < groups[i]->count; j++) {
      fprintf(file, "  %-18s %-10s %s\n", groups[i]->attempts[j].name, "", groups[i]->attempts[j].text);
    }
  }
}

// A mark in the last register, which no call here reads: so that a filter which forgot threads can be
// imitated, by one that lets through what bears the mark.
enum { MARK = 0x7468, FIRST_MARK = 0x6673 };

struct errand {
  const struct attempt *attempt;
  long result;
  int error;
};

static void *run_errand(void *context) {
  struct errand *errand = context;
  struct attempt marked = *errand->attempt;
  marked.arguments[5] = MARK;
  errand->result = attempt_make(&marked);
  errand->error = errno;
  return NULL;
}

static enum outcome in_thread(int argc, char **argv) {
  if (argc < 1) return USAGE;
  struct errand errand = {.attempt = attempt_named(argv[0])};
  if (errand.attempt == NULL) return USAGE;
  pthread_t thread;
  int error = pthread_create(&thread, NULL, run_errand, &errand);
  if (error != 0) {
    errno = error;
    return inconclusive("pthread_create");
  }
  pthread_join(thread, NULL);
  errno = errand.error;
  return judge(errand.result, errand.attempt->text);
}

static int first_error = -1;
static long first_result;

// Runs before the C library has set itself up: the first thing that this program does.
static void first_call(int argc, char **argv, char **environment) {
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "first-call") != 0) continue;
    first_result = syscall(SYS_socket, AF_PHONET, 15, 0, 0, 0, FIRST_MARK);
    first_error = errno;
    return;
  }
}
__attribute__((section(".preinit_array"), used)) static void (*const before_all)(int, char **, char **) =
    first_call;

static enum outcome first(int argc, char **argv) {
  if (first_error < 0) return inconclusive("it did not run before main");
  errno = first_error;
  return judge(first_result, "socket(AF_PHONET, 15, 0) before main");
}

// The same call thousands of times: an answer that changes after a while is none.
static enum outcome again(int argc, char **argv) {
  if (argc < 1) return USAGE;
  const struct attempt *attempt = attempt_named(argv[0]);
  if (attempt == NULL) return USAGE;
  long rounds = number(argc, argv, 1, 200);
  for (long i = 0; i < rounds; i++) {
    errno = 0;
    long result = attempt_make(attempt);
    if (result >= 0 || (errno != EPERM && errno != ENOSYS && errno != EACCES)) {
      return judge(result, attempt->text);
    }
  }
  return refused("%s, %ld times", attempt->text, rounds);
}

static const struct probe probes[] = {
    {"in-thread", "CALL", "one of the calls below, in a second thread", in_thread},
    {"first-call", "", "a socket, before the C library is there", first},
    {"again", "CALL [COUNT]", "one of the calls below, many times", again},
};
const struct probe_group attempt_probes = {probes, sizeof probes / sizeof probes[0]};
