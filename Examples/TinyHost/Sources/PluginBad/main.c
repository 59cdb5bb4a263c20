// SPDX-License-Identifier: MIT
//
// A plug-in that wants more than it was given: the user's files, the network, and another process's
// memory. The first two are refused and it goes on; for the last it is killed.

#include <fcntl.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/socket.h>

int main(void) {
  if (open("/etc/passwd", O_RDONLY) >= 0) puts("it can read the users");
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) puts("it can reach the network");
  ptrace(PTRACE_ATTACH, 1, 0, 0);
  puts("it can look into others");
  return 0;
}
