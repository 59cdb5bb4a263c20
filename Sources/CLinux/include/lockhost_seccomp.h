// SPDX-License-Identifier: MIT
//
// The host's side of seccomp's user notification (seccomp_unotify(2)): the requests are macros, and
// their structures have a flexible history, so both stay in C. No state, no decision.
#pragma once

#include <stddef.h>
#include <stdint.h>

// A call that waits for its answer.
struct lh_notification {
  uint64_t identifier;
  int32_t thread;  // In the pid namespace of whoever reads the listener; 0 when not visible there.
  uint32_t architecture;
  int32_t number;
  uint64_t instruction_pointer;
  uint64_t arguments[6];
};

// Takes the next notification if there is one. Returns 1, 0 when there is none (or its thread has
// died in the meantime), or a negative errno. Never blocks as long as only one thread reads.
int lh_seccomp_receive(int listener, struct lh_notification *notification);

// Answers a notification with an error number. Returns 0 or a negative
// errno; ENOENT means that the thread is gone.
int lh_seccomp_refuse(int listener, uint64_t identifier, int error);

// Lets a call through that was judged by its number and its registers alone: neither can change while
// it waits, which what a pointer leads to can. For recording only. Returns as the one above.
int lh_seccomp_let_through(int listener, uint64_t identifier);

// Whether a notification still waits for its answer, which is to say: whether its thread is still the
// one it was, and what was read of it in the meantime is its own. 1, 0 or a negative errno.
int lh_seccomp_is_waiting(int listener, uint64_t identifier);

// process_vm_readv(2): behind _GNU_SOURCE. How many bytes could be read, or a negative errno.
long lh_read_memory(int32_t process, uint64_t address, void *bytes, size_t count);

// The device of a file as /proc/PID/maps writes it, its inode, and whether it is a regular file.
int lh_file_identity(int descriptor, uint32_t *device_major, uint32_t *device_minor,
                     uint64_t *inode);

// Whether every thread that had the filter is gone: 1, 0 or a negative errno.
int lh_seccomp_is_hung_up(int listener);
