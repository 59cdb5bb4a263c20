// SPDX-License-Identifier: MIT
//
// lockhost-probe [--nonce NONCE] NAME [ARGUMENT…] tries one named thing and reports it in one line: see
// probe.h for its form.
//
// It is the attacker in lockhost's own tests, and the control outside: the same program without a
// sandbox shows that what is refused inside would otherwise work. A probe that the sandbox kills
// prints nothing, and its wait status says so.

#include "attempt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct probe_group *const groups[] = {
    &abi_group,    &credential_group, &file_group,    &flood_group,   &kernel_group,
    &memory_group, &namespace_group,  &network_group, &posture_group, &process_group,
    &raw_group,    &cost_group,       &attempt_probes, &dialect_group, &path_group,
    &lookout_group, &work_group,      &reaching_group, &exhaust_group, &lineage_group,
    &leak_group,   &broker_group,    &litter_group,
    &fuzz_group,
};

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
  attempt_list(file);
  return file == stdout ? 0 : USAGE;
}

int main(int argc, char **argv) {
  if (argc < 2) return usage(stderr);
  if (strcmp(argv[1], "--help") == 0) return usage(stdout);
  if (strcmp(argv[1], "--supervise") == 0) return supervise(argc - 2, argv + 2);
  if (strcmp(argv[1], "--nonce") == 0) {
    if (argc < 4) return usage(stderr);
    report_with_nonce(argv[2]);
    argc -= 2;
    argv += 2;
  }
  for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
    for (size_t j = 0; j < groups[i]->count; j++) {
      const struct probe *probe = &groups[i]->probes[j];
      if (strcmp(probe->name, argv[1]) != 0) continue;
      report_begin(probe->name);
      return (int)probe->run(argc - 2, argv + 2);
    }
  }
  const struct attempt *attempt = attempt_named(argv[1]);
  if (attempt != NULL) {
    report_begin(attempt->name);
    return (int)judge(attempt_make(attempt), attempt->text);
  }
  fprintf(stderr, "lockhost-probe: no probe is called \"%s\"\n", argv[1]);
  return USAGE;
}
