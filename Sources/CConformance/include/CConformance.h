// SPDX-License-Identifier: MIT
//
// What the conformance suite holds out to a sandbox, and looks at afterwards: sockets, System V and
// POSIX objects, a terminal. The Glibc module has some of the calls, but not their variadic forms and
// not the address structures in a form that reads well.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Adds `NAME=VALUE` to this process's environment while others may be reading it; -1 with errno. What it
// takes is never given back.
int lh_canary_variable(const char *text);

// A socket on the loopback address, close-on-exec, with a port of the kernel's choice; listening where
// it is a stream. Returns it, or -1 with errno.
int lh_canary_inet(int is_version6, int is_stream, uint16_t *port);

// A socket at a path that everybody may use, or with an abstract name; listening where it is a stream.
int lh_canary_unix(const char *name, int is_abstract, int is_stream);

// A vsock listener on any address.
int lh_canary_vsock(uint32_t *port);

// Whether something has arrived: a connection, a datagram, input.
int lh_canary_has_input(int descriptor);

// A System V segment of one page that everybody may use, with this text in it; returns its id.
int lh_canary_memory(int32_t key, const char *text);
// Whether somebody else attached it, or its text is another by now.
int lh_canary_memory_touched(int identifier, const char *text);
// A System V message queue that holds one message, and how many it holds now.
int lh_canary_queue(int32_t key, const char *text);
long lh_canary_queue_count(int identifier);
// A System V semaphore of value 1, and its value now.
int lh_canary_semaphore(int32_t key);
int lh_canary_semaphore_value(int identifier);
void lh_canary_remove(int kind, int identifier); // 0 memory, 1 queue, 2 semaphore

// A POSIX message queue that holds one message, and how many it holds now.
int lh_canary_posix_queue(const char *name, const char *text);
long lh_canary_posix_queue_count(int queue);
void lh_canary_posix_queue_remove(const char *name);

// POSIX shared memory that everybody may use, with this text in it.
int lh_canary_posix_memory(const char *name, const char *text);

// A new pseudo-terminal: returns the master, and the path and a descriptor of its other end, in raw
// mode and without echo, so that only what was written to it or pushed into it can be read.
int lh_canary_terminal(char *path, size_t size, int *terminal);
// How many bytes wait in a terminal's input.
int lh_terminal_input(int terminal);

// posix_spawn(3) with an argument list and an environment, each ended by NULL. The descriptor at each
// index of `sources` becomes that of `targets`; all others are to be close-on-exec. Returns an errno
// value. The signal mask is empty and every disposition the default.
int lh_spawn_with(const char *path, char *const arguments[], char *const environment[],
                  const int *sources, const int *targets, int count, int32_t *process);

// waitpid(2) without waiting: 1 and the status, or 0 while it runs; -1 when it is nobody's child.
int lh_reap(int32_t process, int32_t *status);

// The version of Landlock's rules, or -1.
int lh_landlock_version(void);
