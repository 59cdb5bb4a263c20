// SPDX-License-Identifier: MIT

#include "CCapture.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static const unsigned long requests[] = {
    [lh_capture_query_capabilities] = VIDIOC_QUERYCAP,
    [lh_capture_enumerate_formats] = VIDIOC_ENUM_FMT,
    [lh_capture_set_format] = VIDIOC_S_FMT,
    [lh_capture_request_buffers] = VIDIOC_REQBUFS,
    [lh_capture_query_buffer] = VIDIOC_QUERYBUF,
    [lh_capture_queue_buffer] = VIDIOC_QBUF,
    [lh_capture_dequeue_buffer] = VIDIOC_DQBUF,
    [lh_capture_stream_on] = VIDIOC_STREAMON,
    [lh_capture_stream_off] = VIDIOC_STREAMOFF,
};

int lh_capture_ioctl(int descriptor, enum lh_capture_request request, void *argument) {
  int result;
  do {
    result = ioctl(descriptor, requests[request], argument);
  } while (result < 0 && errno == EINTR);
  return result;
}

void *lh_capture_map(int descriptor, size_t count, size_t offset) {
  void *address = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, (off_t)offset);
  return address == MAP_FAILED ? NULL : address;
}
