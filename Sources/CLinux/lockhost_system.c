// SPDX-License-Identifier: MIT
#include "lockhost_system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

int lh_pipe2(int ends[2], int flags) { return pipe2(ends, flags); }

int lh_duplicate_onto(int descriptor, int number) { return dup3(descriptor, number, O_CLOEXEC); }

int lh_memfd_create(const char *name, unsigned int flags) { return memfd_create(name, flags); }

int lh_fcntl_int(int descriptor, int command, int argument) {
  return fcntl(descriptor, command, argument);
}

int lh_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int lh_epoll_add(int epoll, int descriptor, bool for_output, uint64_t token) {
  struct epoll_event event = {.events = for_output ? EPOLLOUT : EPOLLIN, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int lh_epoll_add_exclusive(int epoll, int descriptor, uint64_t token) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLEXCLUSIVE, .data.u64 = token};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

int lh_epoll_remove(int epoll, int descriptor) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

int lh_epoll_wait(int epoll, struct lh_ready *ready, int capacity, int timeout_ms) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, timeout_ms);
  for (int i = 0; i < count; i++) {
    ready[i] = (struct lh_ready){.token = events[i].data.u64, .events = events[i].events};
  }
  return count;
}

int lh_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int lh_signalfd(const int *signals, int count) {
  sigset_t set;
  sigemptyset(&set);
  for (int index = 0; index < count; index++) sigaddset(&set, signals[index]);
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int lh_signalfd_read(int descriptor) {
  struct signalfd_siginfo facts;
  return read(descriptor, &facts, sizeof facts) == sizeof facts ? (int)facts.ssi_signo : 0;
}

int lh_timerfd_create(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
}

int lh_timerfd_arm(int timer, uint64_t nanoseconds) {
  struct itimerspec spec = {
      .it_value = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                   .tv_nsec = (long)(nanoseconds % 1000000000u)}};
  return timerfd_settime(timer, TFD_TIMER_ABSTIME, &spec, NULL);
}

int lh_packet_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

union rights {
  struct cmsghdr header;
  char space[CMSG_SPACE(sizeof(int) * LH_DESCRIPTORS_MAXIMUM)];
};

ssize_t lh_send_packet(int socket, const void *bytes, size_t count, const int *descriptors,
                       size_t descriptor_count, bool waiting) {
  if (descriptor_count > LH_DESCRIPTORS_MAXIMUM) {
    errno = EINVAL;
    return -1;
  }
  struct iovec vector = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &vector, .msg_iovlen = 1};
  union rights control;
  if (descriptor_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
    memcpy(CMSG_DATA(&control.header), descriptors, sizeof(int) * descriptor_count);
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL | (waiting ? 0 : MSG_DONTWAIT));
}

ssize_t lh_receive_packet(int socket, void *bytes, size_t capacity, int *descriptors,
                          size_t *descriptor_count, bool *truncated, bool waiting) {
  struct iovec vector = {.iov_base = bytes, .iov_len = capacity};
  union rights control;
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = control.space,
                           .msg_controllen = sizeof control.space};
  *descriptor_count = 0;
  *truncated = false;
  ssize_t count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waiting ? 0 : MSG_DONTWAIT));
  if (count < 0) return count;
  *truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t passed = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < passed && *descriptor_count < LH_DESCRIPTORS_MAXIMUM; i++) {
      memcpy(&descriptors[(*descriptor_count)++], CMSG_DATA(header) + i * sizeof(int),
             sizeof(int));
    }
  }
  return count;
}

static int packet_socket(const char *path, struct sockaddr_un *address) {
  size_t length = strlen(path);
  if (length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  memcpy(address->sun_path, path, length);
  return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
}

static int closing(int socket) {
  int error = errno;
  close(socket);
  errno = error;
  return -1;
}

int lh_packet_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  int made = packet_socket(path, &address);
  if (made < 0) return -1;
  if (bind(made, (struct sockaddr *)&address, sizeof address) != 0 || listen(made, backlog) != 0) {
    return closing(made);
  }
  return made;
}

int lh_packet_connect(const char *path) {
  struct sockaddr_un address;
  int made = packet_socket(path, &address);
  if (made < 0) return -1;
  if (connect(made, (struct sockaddr *)&address, sizeof address) != 0) return closing(made);
  return made;
}

int lh_packet_accept(int listener) {
  struct pollfd ready = {.fd = listener, .events = POLLIN};
  if (poll(&ready, 1, 0) <= 0) {
    errno = EAGAIN;
    return -1;
  }
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
}

int lh_peer_user(int socket, uint32_t *user) {
  struct ucred peer;
  socklen_t length = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return -1;
  *user = peer.uid;
  return 0;
}

int lh_pidfd_open(int32_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int64_t lh_socket_use(int pidfd, int number) {
  // From linux/sock_diag.h and asm-generic/socket.h, which clash with the C library's headers.
  enum { MEMINFO = 55, RECEIVED = 0, SENT = 2, SEND_BUFFER = 3, FIELDS = 9 };
  int copy = (int)syscall(SYS_pidfd_getfd, pidfd, number, 0);
  if (copy < 0) return -1;
  uint32_t memory[FIELDS] = {0};
  socklen_t size = sizeof memory;
  int result = getsockopt(copy, SOL_SOCKET, MEMINFO, memory, &size);
  int error = errno;
  // A sender that was closed with its last words unread is nobody's any more, but not yet gone. Of
  // datagrams no hang-up tells.
  int unread = 0, type = SOCK_STREAM;
  socklen_t type_size = sizeof type;
  struct pollfd hangup = {.fd = copy};
  getsockopt(copy, SOL_SOCKET, SO_TYPE, &type, &type_size);
  if ((type == SOCK_DGRAM || poll(&hangup, 1, 0) == 1) && ioctl(copy, FIONREAD, &unread) != 0) {
    unread = 0;
  }
  close(copy);
  errno = error;
  if (result != 0) return -1;
  return (int64_t)memory[RECEIVED] + memory[SENT] + (unread > 0 ? memory[SEND_BUFFER] : 0);
}

int lh_pidfd_signal_group(int pidfd, int signal) {
  enum { PIDFD_SIGNAL_PROCESS_GROUP = 1 << 2 }; // linux/pidfd.h
  int result =
      (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, PIDFD_SIGNAL_PROCESS_GROUP);
  return result < 0 && errno == EINVAL ? lh_pidfd_send_signal(pidfd, signal) : result;
}

int lh_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

void *lh_map_shared(size_t count, int protection, int descriptor) {
  void *address = mmap(NULL, count, protection, MAP_SHARED, descriptor, 0);
  return address == MAP_FAILED ? NULL : address;
}

void lh_become_service_thread(const char *name) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
  pthread_setname_np(pthread_self(), name);
}

const char *lh_error_name(int code) { return strerrorname_np(code); }

const char *lh_error_text(int code) { return strerrordesc_np(code); }

const char *lh_signal_name(int signal) { return sigabbrev_np(signal); }

uint64_t lh_monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
