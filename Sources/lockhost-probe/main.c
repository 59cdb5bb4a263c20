// SPDX-License-Identifier: MIT
//
// lockhost-probe NAME [ARGUMENT…] tries one named thing and reports it in one line:
//
//     NAME done|refused|inconclusive ERRNO evidence
//
// It is the attacker in lockhost's own tests, and the control outside: the same program without a
// sandbox shows that what is refused inside would otherwise work. A probe that the sandbox kills
// prints nothing, and its wait status says so.

#include "probe.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct probe_group *const groups[] = {
    &abi_group,    &credential_group, &file_group,    &flood_group,   &kernel_group,
    &memory_group, &namespace_group,  &network_group, &posture_group, &process_group,
    &raw_group,    &cost_group,
};

static const char *current = "?";

static void print(const char *outcome, int error, const char *format, va_list arguments) {
  const char *name = error == 0 ? "-" : strerrorname_np(error);
  printf("%s %s %s ", current, outcome, name == NULL ? "?" : name);
  vprintf(format, arguments);
  printf("\n");
  fflush(stdout);
}

enum outcome done(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("done", 0, format, arguments);
  va_end(arguments);
  return DONE;
}

enum outcome refused(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  print("refused", error, format, arguments);
  va_end(arguments);
  return REFUSED;
}

enum outcome inconclusive(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  print("inconclusive", error, format, arguments);
  va_end(arguments);
  return INCONCLUSIVE;
}

enum outcome judge(long result, const char *call) {
  return result < 0 ? refused("%s", call) : done("%s = %ld", call, result);
}

long number(int argc, char **argv, int index, long otherwise) {
  return index < argc ? strtol(argv[index], NULL, 0) : otherwise;
}

static int usage(FILE *file) {
  fprintf(file, "usage: lockhost-probe NAME [ARGUMENT…]\n\n");
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    for (size_t j = 0; j < groups[i]->count; j++) {
      const struct probe *probe = &groups[i]->probes[j];
      fprintf(file, "  %-18s %-10s %s\n", probe->name, probe->arguments, probe->summary);
    }
  }
  return file == stdout ? 0 : USAGE;
}

int main(int argc, char **argv) {
  if (argc < 2) return usage(stderr);
  if (strcmp(argv[1], "--help") == 0) return usage(stdout);
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    for (size_t j = 0; j < groups[i]->count; j++) {
      const struct probe *probe = &groups[i]->probes[j];
      if (strcmp(probe->name, argv[1]) != 0) continue;
      current = probe->name;
      return (int)probe->run(argc - 2, argv + 2);
    }
  }
  fprintf(stderr, "lockhost-probe: no probe is called \"%s\"\n", argv[1]);
  return USAGE;
}
