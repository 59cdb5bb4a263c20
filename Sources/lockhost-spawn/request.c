// SPDX-License-Identifier: MIT
//
// Takes one request from the host's socket.

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

struct lh_message lh_message_receive(int socket, int flags, struct iovec *data, size_t parts,
                                     int descriptors[LH_MAX_DESCRIPTORS]) {
  union {
    char bytes[CMSG_SPACE(LH_MAX_DESCRIPTORS * sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {
      .msg_iov = data,
      .msg_iovlen = parts,
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
  struct iovec data = {.iov_base = request, .iov_len = sizeof *request};
  memset(launch, 0, sizeof *launch);
  launch->reports = -1;
  struct lh_message message =
      lh_message_receive(host, MSG_DONTWAIT, &data, 1, launch->descriptors);
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
               launch->descriptor_count >= LH_DESCRIPTOR_FIRST_FREE;
  if (whole) return true;

  struct lh_report report = lh_report_make(launch, LH_REPORT_REFUSED);
  report.error = message.error == EMFILE ? EMFILE : EBADMSG;
  if (launch->reports >= 0) lh_report_send(launch->reports, &report, -1);
  lh_request_close(launch);
  return false;
}
