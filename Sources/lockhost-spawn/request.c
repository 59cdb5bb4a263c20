// SPDX-License-Identifier: MIT
//
// Messages with descriptors, and the one that a launch begins with: a request on the host's socket.

#include "launch.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

void lh_request_close(struct lh_launch *launch) {
  for (uint32_t i = 0; i < launch->descriptor_count; i++) close(launch->descriptors[i]);
  launch->descriptor_count = 0;
  if (launch->mapping != NULL) munmap((void *)launch->mapping, launch->mapping_bytes);
  launch->mapping = NULL;
}

/// Room for the descriptors of one message.
union control {
  char bytes[CMSG_SPACE(LH_MAX_DESCRIPTORS * sizeof(int))];
  struct cmsghdr align;
};

bool lh_message_send(int socket, const void *data, size_t size, const int *descriptors,
                     uint32_t count) {
  union control control = {{0}};
  struct iovec part = {.iov_base = (void *)data, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(count * sizeof(int));
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
  }
  ssize_t sent;
  do {
    sent = sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)size;
}

struct lh_message lh_message_receive(int socket, int flags, void *data, size_t size,
                                     int descriptors[LH_MAX_DESCRIPTORS]) {
  union control control;
  struct iovec part = {.iov_base = data, .iov_len = size};
  struct msghdr message = {
      .msg_iov = &part,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  struct lh_message result = {.bytes = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | flags)};
  if (result.bytes <= 0) return result;
  if ((message.msg_flags & MSG_TRUNC) != 0) result.error = EMSGSIZE;
  // A truncated packet is how the kernel says that this process has no descriptor numbers left.
  if ((message.msg_flags & MSG_CTRUNC) != 0) result.error = EMFILE;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const unsigned char *numbers = CMSG_DATA(header);
    for (size_t i = 0; i < count && result.count < LH_MAX_DESCRIPTORS; i++) {
      memcpy(&descriptors[result.count++], numbers + i * sizeof(int), sizeof(int));
    }
  }
  return result;
}

bool lh_request_receive(int host, struct lh_launch *launch, struct lh_request *request,
                        bool *closed) {
  memset(launch, 0, sizeof *launch);
  launch->reports = -1;
  struct lh_message message =
      lh_message_receive(host, MSG_DONTWAIT, request, sizeof *request, launch->descriptors);
  // Anything but a packet or "not yet" is the end of the host.
  *closed = message.bytes == 0 || (message.bytes < 0 && errno != EINTR && errno != EAGAIN);
  if (message.bytes <= 0) return false;
  launch->descriptor_count = message.count;
  if (launch->descriptor_count > LH_DESCRIPTOR_REPORT) {
    launch->reports = launch->descriptors[LH_DESCRIPTOR_REPORT];
  }
  lh_begin(launch, LH_STEP_RECEIVE);
  bool whole = message.bytes == sizeof *request && message.error == 0 &&
               request->magic == LH_REQUEST_MAGIC && request->version == LH_PROTOCOL_VERSION &&
               request->descriptor_count == launch->descriptor_count &&
               ((request->flags & LH_REQUEST_ANNOUNCED) != 0
                    ? launch->descriptor_count == 0
                    : launch->descriptor_count >= LH_DESCRIPTOR_FIRST_FREE);
  if (whole) return true;

  struct lh_report report = lh_report_make(launch, LH_REPORT_REFUSED);
  report.error = message.error == EMFILE ? EMFILE : EBADMSG;
  if (launch->reports >= 0) lh_report_send(launch->reports, &report, -1);
  lh_request_close(launch);
  return false;
}
