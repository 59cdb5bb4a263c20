// SPDX-License-Identifier: MIT
//
// A probe that is one system call and nothing else.
//
// Its arguments are such that the kernel's own code, if it is reached at all, answers with an error
// that no filter gives: a pointer to nothing is EFAULT, a descriptor that is none is EBADF, a flag that
// nobody defined is EINVAL. So EPERM, EACCES, ENOSYS and SIGSYS come from whatever stands in front of
// the kernel, and nothing is changed by a call that gets through. Where the kernel asks for a
// capability before it looks at anything, an ordinary user cannot tell the two: those rows say so.
#pragma once

#include "probe.h"

#include <stdio.h>

struct attempt {
  const char *name;
  const char *text; ///< the call as people write it
  long number;
  unsigned long arguments[6];
};

struct attempt_group {
  const struct attempt *attempts;
  size_t count;
};

extern const struct attempt_group mount_attempts, space_attempts, code_attempts, watch_attempts,
    newer_attempts, machine_attempts, family_attempts, socket_attempts, ipc_attempts, id_attempts,
    option_attempts, process_attempts, order_attempts, file_attempts;

extern const struct probe_group attempt_probes;

/// A pointer to nothing: the first page is never mapped.
#define NOWHERE 1UL
/// A descriptor that is none.
#define NONE ((unsigned long)-1)

/// The attempt of this name, NULL when there is none.
const struct attempt *attempt_named(const char *name);

/// Makes the call; nothing is printed.
long attempt_make(const struct attempt *attempt);

/// Writes every attempt's name and call to standard output.
void attempt_list(FILE *file);
