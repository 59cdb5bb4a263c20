// SPDX-License-Identifier: MIT
//
// Video4Linux as Swift can use it: the kernel's own structures, its requests as numbers (they are
// macros that Swift does not import), and ioctl(2), which is variadic.
#pragma once

#include <linux/videodev2.h>
#include <stddef.h>

/// The requests, by the kernel's numbers.
enum lh_capture_request {
  lh_capture_query_capabilities = 0,
  lh_capture_enumerate_formats,
  lh_capture_set_format,
  lh_capture_request_buffers,
  lh_capture_query_buffer,
  lh_capture_queue_buffer,
  lh_capture_dequeue_buffer,
  lh_capture_stream_on,
  lh_capture_stream_off,
};

/// ioctl(2) with one of the requests above.
///
/// Returns 0, or -1 with errno. The argument is the structure that the request wants.
int lh_capture_ioctl(int descriptor, enum lh_capture_request request, void *argument);

/// mmap(2) of a buffer, shared, for reading and writing; NULL with errno.
void *lh_capture_map(int descriptor, size_t count, size_t offset);
