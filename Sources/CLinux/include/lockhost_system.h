// SPDX-License-Identifier: MIT
//
// What LockhostSystem needs of Linux and the Glibc module does not offer: variadic calls, macros,
// and functions behind _GNU_SOURCE, with which the Swift importer does not read headers (so the
// bodies are in lockhost_system.c). No state, no decision.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// From linux/memfd.h and linux/fcntl.h; Debian 12 does not know MFD_NOEXEC_SEAL (Linux 6.3).
#define LH_MFD_CLOEXEC 0x0001U
#define LH_MFD_ALLOW_SEALING 0x0002U
#define LH_MFD_NOEXEC_SEAL 0x0008U
#define LH_F_ADD_SEALS 1033
#define LH_F_GET_SEALS 1034
#define LH_F_SEAL_SEAL 0x0001
#define LH_F_SEAL_SHRINK 0x0002
#define LH_F_SEAL_GROW 0x0004
#define LH_F_SEAL_WRITE 0x0008
#define LH_F_SEAL_FUTURE_WRITE 0x0010
#define LH_F_DUPFD_CLOEXEC 1030

// pipe2(2): behind _GNU_SOURCE.
int lh_pipe2(int ends[2], int flags);

// dup3(2), close-on-exec: behind _GNU_SOURCE.
int lh_duplicate_onto(int descriptor, int number);

// memfd_create(2): behind _GNU_SOURCE.
int lh_memfd_create(const char *name, unsigned int flags);

// fcntl(2) is variadic; this is its form with a number.
int lh_fcntl_int(int descriptor, int command, int argument);

// epoll(7) is absent from the Glibc module.
int lh_epoll_create(void);
int lh_epoll_add(int epoll, int descriptor, bool for_output, uint64_t token);
int lh_epoll_remove(int epoll, int descriptor);

// Waits for input on a descriptor that others wait for as well: one of those who sleep is woken for each
// input, and nobody else.
int lh_epoll_add_exclusive(int epoll, int descriptor, uint64_t token);

// What epoll_wait(2) fills in, without the packed union that Swift cannot read.
struct lh_ready {
  uint64_t token;
  uint32_t events;
};

// Waits for at most `capacity` events, 64 at most; forever when `timeout_ms` is negative.
int lh_epoll_wait(int epoll, struct lh_ready *ready, int capacity, int timeout_ms);

// eventfd(2) and timerfd_create(2) are absent from the Glibc module. The timer is CLOCK_MONOTONIC.
int lh_eventfd(void);
int lh_timerfd_create(void);

// signalfd(2), close-on-exec and nonblocking, for signals that the caller holds back; and the next of
// them, 0 when there is none. Both are absent from the Glibc module.
int lh_signalfd(const int *signals, int count);
int lh_signalfd_read(int descriptor);

// Arms a timer at an absolute CLOCK_MONOTONIC time; 0 disarms it.
int lh_timerfd_arm(int timer, uint64_t nanoseconds);

// socketpair(2) for SOCK_SEQPACKET, close-on-exec: the flags are macros over an enumeration.
int lh_packet_socket_pair(int ends[2]);

// The most descriptors that the kernel lets one message carry (SCM_MAX_FD).
#define LH_DESCRIPTORS_MAXIMUM 253

// sendmsg(2) with SCM_RIGHTS and MSG_NOSIGNAL: the CMSG_* macros are not visible to Swift.
ssize_t lh_send_packet(int socket, const void *bytes, size_t count, const int *descriptors,
                       size_t descriptor_count, bool waiting);

// recvmsg(2) with SCM_RIGHTS, close-on-exec. Always takes room for every descriptor that the kernel
// can pass, so that a surplus is received, and so owned and closed, and never cut off. `descriptors`
// must have room for LH_DESCRIPTORS_MAXIMUM. `*truncated` says that data or control did not fit.
ssize_t lh_receive_packet(int socket, void *bytes, size_t capacity, int *descriptors,
                          size_t *descriptor_count, bool *truncated, bool waiting);

// socket(2), bind(2) and listen(2), or connect(2), for a SOCK_SEQPACKET socket at a path, which must
// be shorter than 108 bytes: sockaddr_un is a union of bytes to Swift. -1 and errno on failure.
int lh_packet_listen(const char *path, int backlog);
int lh_packet_connect(const char *path);

// accept4(2), close-on-exec and without waiting.
int lh_packet_accept(int listener);

// SO_PEERCRED: who connected, or listened. -1 and errno on failure.
int lh_peer_user(int socket, uint32_t *user);

// pidfd_open(2) and pidfd_send_signal(2): behind _GNU_SOURCE.
int lh_pidfd_open(int32_t process);
int lh_pidfd_send_signal(int pidfd, int signal);

// The same to all of its process group (Linux 6.9), or to the process alone where that is unknown.
int lh_pidfd_signal_group(int pidfd, int signal);

// How many bytes a socket of another process holds: what it sent and nobody has read, what is in its
// receive buffer, and, when the other end is gone but something can be read, as much as that end may
// have sent. By pidfd_getfd(2), so it needs ptrace(2)'s permission; -1 with errno without, EBADF or
// ENOTSOCK when the number is no socket any more.
int64_t lh_socket_use(int pidfd, int number);

// mmap(2) of a whole shared file; NULL on failure, since MAP_FAILED is a cast.
void *lh_map_shared(size_t count, int protection, int descriptor);

// Blocks every signal on the calling thread, so that none is ever handled on it, and names it:
// pthread_setname_np(3) is behind _GNU_SOURCE. At most 15 bytes.
void lh_become_service_thread(const char *name);

// strerrorname_np(3) and strerrordesc_np(3): behind _GNU_SOURCE. NULL for a number without a name.
const char *lh_error_name(int code);
const char *lh_error_text(int code);

// sigabbrev_np(3): behind _GNU_SOURCE. "SEGV"; NULL for a number without a name.
const char *lh_signal_name(int signal);

// clock_gettime(2) with CLOCK_MONOTONIC: timespec's members belong to a module that cannot be named
// in an import, which MemberImportVisibility asks for.
uint64_t lh_monotonic_nanoseconds(void);
