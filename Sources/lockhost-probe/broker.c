// SPDX-License-Identifier: MIT
//
// What can be done to the host over descriptor 3, by a guest that keeps to no protocol.

#include "probe.h"

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static enum outcome packets(size_t length, long count, unsigned char fill) {
  static unsigned char bytes[1 << 16];
  memset(bytes, fill, sizeof bytes);
  for (long i = 0; i < count; i++) {
    if (send(3, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) return refused("packet %ld", i);
  }
  return done("%ld packets of %zu bytes", count, length);
}

static enum outcome empty_packet(int argc, char **argv) { return packets(0, 1, 0); }
static enum outcome short_packet(int argc, char **argv) { return packets(3, 1, 0xff); }
static enum outcome zero_packet(int argc, char **argv) { return packets(64, 1, 0); }
static enum outcome ones_packet(int argc, char **argv) { return packets(4096, 1, 0xff); }
static enum outcome long_packet(int argc, char **argv) { return packets(65536, 1, 'x'); }
static enum outcome many_packets(int argc, char **argv) {
  // Until the host's buffer is full; a host that never reads is one way to bear it.
  return packets(64, number(argc, argv, 0, 5000), 'x');
}

static enum outcome huge_packet(int argc, char **argv) {
  size_t length = 8u << 20;
  void *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return inconclusive("mmap");
  return judge(send(3, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT), "a packet of 8 MiB");
}

static enum outcome send_with(const int *files, size_t count, const char *text) {
  union {
    char bytes[CMSG_SPACE(253 * sizeof(int))];
    struct cmsghdr align;
  } control = {{0}};
  char byte = 0;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = CMSG_SPACE(count * sizeof(int))};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(count * sizeof(int));
  memcpy(CMSG_DATA(header), files, count * sizeof(int));
  return judge(sendmsg(3, &message, MSG_NOSIGNAL | MSG_DONTWAIT), text);
}

static enum outcome send_folder(int argc, char **argv) {
  int file = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return file < 0 ? inconclusive("open(.)") : send_with(&file, 1, "a folder");
}

static enum outcome send_name(int argc, char **argv) {
  int file = open(".", O_PATH | O_CLOEXEC);
  return file < 0 ? inconclusive("open(., O_PATH)") : send_with(&file, 1, "a name (O_PATH)");
}

static enum outcome send_queue(int argc, char **argv) {
  int file = epoll_create1(EPOLL_CLOEXEC);
  return file < 0 ? inconclusive("epoll_create1") : send_with(&file, 1, "an epoll queue");
}

static enum outcome send_wire(int argc, char **argv) {
  int file = 3;
  return send_with(&file, 1, "the wire itself");
}

static enum outcome send_unsealed(int argc, char **argv) {
  int file = memfd_create("unsealed", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, 1 << 20) != 0) return inconclusive("memfd_create");
  return send_with(&file, 1, "a memory file without seals");
}

static enum outcome send_many(int argc, char **argv) {
  // No more: all that a user's processes have on the way counts against each one's limit on open files,
  // so many more would make launches beside this one fail.
  int files[32];
  int folder = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return inconclusive("open(.)");
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) files[i] = folder;
  return send_with(files, 32, "32 descriptors");
}

// Somebody else's number in the credentials of a message; the kernel lets nobody lie without a right.
static enum outcome forge(int argc, char **argv) {
  union {
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
    struct cmsghdr align;
  } control = {{0}};
  struct ucred other = {.pid = 1, .uid = 0, .gid = 0};
  char byte = 0;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_CREDENTIALS;
  header->cmsg_len = CMSG_LEN(sizeof other);
  memcpy(CMSG_DATA(header), &other, sizeof other);
  return judge(sendmsg(3, &message, MSG_NOSIGNAL | MSG_DONTWAIT), "credentials of root's pid 1");
}

static enum outcome hang_up(int argc, char **argv) {
  return judge(shutdown(3, SHUT_RDWR), "shutdown(3)");
}

static enum outcome escapes(int argc, char **argv) {
  static const char text[] = "\033]0;owned\007\033[2J\r\n\377\376 lockhost: all promises hold\n";
  return judge(write(2, text, sizeof text - 1), "escapes on standard error");
}

static const struct probe probes[] = {
    {"wire-empty", "", "a packet of nothing", empty_packet},
    {"wire-short", "", "half a header", short_packet},
    {"wire-zeroes", "", "a header of zeroes", zero_packet},
    {"wire-ones", "", "a header of ones", ones_packet},
    {"wire-long", "", "the longest packet that is read", long_packet},
    {"wire-huge", "", "a packet of 8 MiB", huge_packet},
    {"wire-flood", "[COUNT]", "packets until the buffer is full", many_packets},
    {"wire-folder", "", "send a folder", send_folder},
    {"wire-name", "", "send a name", send_name},
    {"wire-queue", "", "send an epoll queue", send_queue},
    {"wire-itself", "", "send the wire over the wire", send_wire},
    {"wire-unsealed", "", "send a memory file without seals", send_unsealed},
    {"wire-descriptors", "", "send 32 descriptors", send_many},
    {"wire-forge", "", "send another's credentials", forge},
    {"wire-hang-up", "", "shut the wire down", hang_up},
    {"say-escapes", "", "escapes on standard error", escapes},
};
const struct probe_group broker_group = {probes, sizeof probes / sizeof probes[0]};
