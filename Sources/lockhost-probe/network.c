// SPDX-License-Identifier: MIT
//
// Sockets, and what can be reached through them.

#include "probe.h"

#include <netinet/in.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static enum outcome inet(int argc, char **argv) {
  return judge(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket(AF_INET, SOCK_STREAM)");
}

static enum outcome inet6(int argc, char **argv) {
  return judge(socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket(AF_INET6, SOCK_DGRAM)");
}

static enum outcome local(int argc, char **argv) {
  return judge(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), "socket(AF_UNIX, SOCK_STREAM)");
}

static enum outcome netlink(int argc, char **argv) {
  return judge(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0), "socket(AF_NETLINK)");
}

static enum outcome packet(int argc, char **argv) {
  return judge(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0), "socket(AF_PACKET)");
}

static enum outcome reach_loopback(int argc, char **argv) {
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_INET, SOCK_DGRAM)");
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return judge(connect(file, (struct sockaddr *)&address, sizeof address), "connect(127.0.0.1)");
}

static enum outcome reach_abstract(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_UNIX)");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(argv[0]);
  if (length + 1 > sizeof address.sun_path) return USAGE;
  memcpy(address.sun_path + 1, argv[0], length);
  return judge(connect(file, (struct sockaddr *)&address,
                       (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)),
               "connect(abstract)");
}

static const struct probe probes[] = {
    {"socket-inet", "", "a TCP socket", inet},
    {"socket-inet6", "", "a UDP socket, IPv6", inet6},
    {"socket-unix", "", "a local socket", local},
    {"socket-netlink", "", "a netlink socket", netlink},
    {"socket-packet", "", "a raw packet socket", packet},
    {"connect-loopback", "", "reach the machine itself", reach_loopback},
    {"connect-abstract", "NAME", "reach an abstract socket", reach_abstract},
};
const struct probe_group network_group = {probes, sizeof probes / sizeof probes[0]};
