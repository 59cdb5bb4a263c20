// SPDX-License-Identifier: MIT
//
// A probe tries one thing and says in one line what came of it:
//
//     NAME done|refused|inconclusive ERRNO EVIDENCE
//
// ERRNO is the error's name, `-` for none. EVIDENCE is the rest of the line: at most 400 bytes, without
// control characters.
//
// With `--nonce NONCE` before the name, as the conformance suite runs it, there are two lines, each
// written whole by one write(2):
//
//     lockhost-probe/1 NONCE PROOF NAME begin - -
//     lockhost-probe/1 NONCE PROOF NAME done|refused|inconclusive ERRNO EVIDENCE
//
// The first is written before anything is tried, so that a probe which then dies is told from one that
// was never started. PROOF is 16 hexadecimal digits: FNV-1a over NONCE, a space, and the rest of the
// line after PROOF, then mixed; see report.c. A line without the right proof is nobody's, and two
// answers that differ are none. What a probe prints beside these lines is ignored.
#pragma once

#include "CLinux.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

/// The program's exit code, and the second word of its line.
enum outcome {
  DONE = 0,         ///< it worked
  REFUSED = 1,      ///< it did not, and errno says why
  INCONCLUSIVE = 2, ///< it could not be tried, for instance on this architecture
  USAGE = 64,
};

struct probe {
  const char *name;
  const char *arguments; ///< for the usage text
  const char *summary;
  enum outcome (*run)(int argc, char **argv);
};

struct probe_group {
  const struct probe *probes;
  size_t count;
};

extern const struct probe_group abi_group, credential_group, file_group, flood_group, kernel_group,
    memory_group, namespace_group, network_group, posture_group, process_group,
    raw_group, cost_group, dialect_group, path_group, lookout_group, work_group, reaching_group,
    exhaust_group, lineage_group, leak_group, broker_group, litter_group,
    fuzz_group;

/// Reports in the long form from now on.
void report_with_nonce(const char *nonce);

/// The nonce of the long form; NULL in the short one.
const char *report_nonce(void);

/// Takes the name that stands in reports, and with a nonce says that the probe begins.
void report_begin(const char *name);

/// Prints `NAME done - evidence` and returns DONE.
enum outcome done(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Prints `NAME refused ERRNO evidence`, with errno as it is on entry, and returns REFUSED.
enum outcome refused(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Prints `NAME inconclusive ERRNO evidence` and returns INCONCLUSIVE.
enum outcome inconclusive(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Judges a call's result: 0 or more is done, -1 is refused.
enum outcome judge(long result, const char *call);

/// Runs a launcher and leaves nothing of it behind: see supervise.c. Returns the program's exit code.
int supervise(int argc, char **argv);

/// The number in an argument, or `otherwise` when there is none.
long number(int argc, char **argv, int index, long otherwise);
