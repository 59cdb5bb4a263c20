// SPDX-License-Identifier: MIT
#include "lockhost_seccomp.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

// The sizes are part of the request numbers; a header with others would ask for something else.
_Static_assert(sizeof(struct seccomp_notif) == 80, "seccomp_notif");
_Static_assert(sizeof(struct seccomp_notif_resp) == 24, "seccomp_notif_resp");

static int ready(int listener) {
  struct pollfd entry = {.fd = listener, .events = POLLIN};
  int count;
  do {
    count = poll(&entry, 1, 0);
  } while (count < 0 && errno == EINTR);
  return count < 0 ? -errno : entry.revents;
}

int lh_seccomp_receive(int listener, struct lh_notification *notification) {
  // The request blocks when nothing waits, whatever O_NONBLOCK says; so ask first.
  int events = ready(listener);
  if (events < 0) return events;
  if (!(events & POLLIN)) return 0;
  struct seccomp_notif notice;
  memset(&notice, 0, sizeof notice);  // The kernel insists.
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &notice) != 0) {
    return errno == ENOENT || errno == EINTR ? 0 : -errno;
  }
  notification->identifier = notice.id;
  notification->thread = (int32_t)notice.pid;
  notification->architecture = notice.data.arch;
  notification->number = notice.data.nr;
  notification->instruction_pointer = notice.data.instruction_pointer;
  for (int i = 0; i < 6; i++) notification->arguments[i] = notice.data.args[i];
  return 1;
}

static int answer(int listener, struct seccomp_notif_resp answer) {
  while (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) != 0) {
    if (errno != EINTR) return -errno;
  }
  return 0;
}

int lh_seccomp_refuse(int listener, uint64_t identifier, int error) {
  return answer(listener, (struct seccomp_notif_resp){.id = identifier, .error = -error});
}

int lh_seccomp_let_through(int listener, uint64_t identifier) {
  return answer(listener, (struct seccomp_notif_resp){
                              .id = identifier, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE});
}

int lh_seccomp_is_hung_up(int listener) {
  int events = ready(listener);
  if (events < 0) return events;
  return (events & (POLLHUP | POLLERR | POLLNVAL)) != 0 && !(events & POLLIN);
}

int lh_seccomp_is_waiting(int listener, uint64_t identifier) {
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &identifier) == 0) return 1;
  return errno == ENOENT ? 0 : -errno;
}

long lh_read_memory(int32_t process, uint64_t address, void *bytes, size_t count) {
  struct iovec here = {.iov_base = bytes, .iov_len = count};
  struct iovec there = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
  return got < 0 ? -errno : (long)got;
}

int lh_file_identity(int descriptor, uint32_t *device_major, uint32_t *device_minor,
                     uint64_t *inode) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return -errno;
  *device_major = major(facts.st_dev);
  *device_minor = minor(facts.st_dev);
  *inode = facts.st_ino;
  return S_ISREG(facts.st_mode) ? 1 : 0;
}
