// SPDX-License-Identifier: MIT
//
// Too much of what is allowed.

#include "probe.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum outcome output(int argc, char **argv) {
  static char block[65536];
  memset(block, 'x', sizeof block);
  long long rest = number(argc, argv, 0, -1);
  while (rest != 0) {
    size_t part = rest < 0 || rest > (long long)sizeof block ? sizeof block : (size_t)rest;
    ssize_t written = write(1, block, part);
    if (written < 0) return refused("write");
    if (rest > 0) rest -= written;
  }
  return DONE;
}

static enum outcome wire(int argc, char **argv) {
  unsigned char packet[4096];
  long limit = number(argc, argv, 0, -1);
  unsigned int seed = 1;
  for (long i = 0; limit < 0 || i < limit; i++) {
    size_t length = seed % sizeof packet + 1;
    for (size_t j = 0; j < length; j++) {
      seed = seed * 1664525u + 1013904223u;
      packet[j] = (unsigned char)(seed >> 24);
    }
    if (send(3, packet, length, MSG_NOSIGNAL) < 0) return refused("packet %ld", i);
  }
  return done("%ld packets", limit);
}

// Sends descriptor 0 so many times, in one message.
static long send_nulls(int socket, long count) {
  union {
    char bytes[CMSG_SPACE(253 * sizeof(int))];
    struct cmsghdr align;
  } control = {{0}};
  char byte = 0;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {
      .msg_iov = &data,
      .msg_iovlen = 1,
      .msg_control = control.bytes,
      .msg_controllen = CMSG_SPACE((size_t)count * sizeof(int)),
  };
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
  int null = 0;
  for (long i = 0; i < count; i++) {
    memcpy(CMSG_DATA(header) + (size_t)i * sizeof(int), &null, sizeof(int));
  }
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

static enum outcome descriptors(int argc, char **argv) {
  long count = number(argc, argv, 0, 200);
  if (count < 1 || count > 253) return USAGE;
  return judge(send_nulls(3, count), "sendmsg");
}

static enum outcome hold(int argc, char **argv) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return refused("socketpair");
  long held = 0;
  while (send_nulls(ends[0], 253) > 0) held += 253;
  refused("%ld on their way", held);
  for (;;) pause();
}

static enum outcome never_read(int argc, char **argv) {
  for (;;) pause();
}

static const struct probe probes[] = {
    {"flood-output", "[BYTES]", "write to standard output for ever", output},
    {"flood-wire", "[COUNT]", "send garbage on descriptor 3 for ever", wire},
    {"send-descriptors", "[COUNT]", "send descriptors on descriptor 3", descriptors},
    {"hold-descriptors", "", "leave as many descriptors in a socket as can be, for ever", hold},
    {"never-read", "", "leave descriptor 3 unread", never_read},
};
const struct probe_group flood_group = {probes, sizeof probes / sizeof probes[0]};
