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

bool lh_request_receive(int host, struct lh_launch *launch, bool *closed) {
  struct lh_request request;
  union {
    char bytes[CMSG_SPACE(sizeof launch->descriptors)];
    struct cmsghdr align;
  } control;
  struct iovec data = {.iov_base = &request, .iov_len = sizeof request};
  struct msghdr message = {
      .msg_iov = &data,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes,
  };
  ssize_t received = recvmsg(host, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  // Anything but a packet or "not yet" is the end of the host.
  *closed = received == 0 || (received < 0 && errno != EINTR && errno != EAGAIN);
  if (received <= 0) return false;

  memset(launch, 0, sizeof *launch);
  launch->reports = -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const unsigned char *numbers = CMSG_DATA(header);
    for (size_t i = 0; i < count && launch->descriptor_count < LH_MAX_DESCRIPTORS; i++) {
      memcpy(&launch->descriptors[launch->descriptor_count++], numbers + i * sizeof(int),
             sizeof(int));
    }
  }
  if (launch->descriptor_count > LH_DESCRIPTOR_REPORT) {
    launch->reports = launch->descriptors[LH_DESCRIPTOR_REPORT];
  }
  lh_begin(launch, LH_STEP_RECEIVE);
  bool whole = received == sizeof request &&
               (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0 &&
               request.magic == LH_REQUEST_MAGIC && request.version == LH_PROTOCOL_VERSION &&
               request.descriptor_count == launch->descriptor_count &&
               launch->descriptor_count >= LH_DESCRIPTOR_FIRST_FREE;
  if (whole) return true;

  // A truncated packet is how the kernel says that this process has no descriptor numbers left.
  struct lh_report report = lh_report_make(launch, LH_REPORT_REFUSED);
  report.error = (message.msg_flags & MSG_CTRUNC) != 0 ? EMFILE : EBADMSG;
  if (launch->reports >= 0) lh_report_send(launch->reports, &report, -1);
  lh_request_close(launch);
  return false;
}
