// SPDX-License-Identifier: MIT
//
// Stands in for lockhost-spawn in tests: takes something away from itself, then becomes it.
//
// Started through a link to it, beside which lies a file of the link's name and `.lines`. (Not through
// a script: one that was just written is busy while any thread of the tests forks.) Each line is one of
//   spawner PATH                    what to become
//   answer NUMBER ERRNO [ARG VALUE] a filter that answers so to this call (where the low half of
//                                   that argument is this value)
//   listen PATH                     a filter that asks a listener about every call; the listener goes
//                                   to the socket of this path
//   no-user-namespaces              none can be made any more: a user namespace with a limit of 0

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

enum { BROKEN = 71, MESSENGER = 1000, MOST = 256 };

static struct sock_filter filter[MOST];
static unsigned short count;

static void add(unsigned short code, unsigned char yes, unsigned char no, unsigned int value) {
  if (count == MOST) _exit(BROKEN);
  filter[count++] = (struct sock_filter){.code = code, .jt = yes, .jf = no, .k = value};
}

static void add_answer(unsigned int number, unsigned int error, int argument, unsigned int value) {
  unsigned char rest = argument < 0 ? 1 : 3;
  add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, rest, number);
  if (argument >= 0) {
    add(BPF_LD | BPF_W | BPF_ABS, 0, 0,
        (unsigned int)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  }
  add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error);
}

static int install(unsigned int flags) {
  // Root's calls are judged as root's: no_new_privs would be one more difference.
  if (geteuid() != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) _exit(BROKEN);
  struct sock_fprog program = {.len = count, .filter = filter};
  int result = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  if (result < 0) _exit(BROKEN);
  return result;
}

static void listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int connection = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) != 0 ||
      dup3(connection, MESSENGER, O_CLOEXEC) != MESSENGER) {
    _exit(BROKEN);
  }
  // Nobody listens until the listener has been sent, and it is the tests that become the spawner.
  add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, 4, 0, SYS_execve);
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, SYS_sendmsg);
  add(BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args));
  add(BPF_JMP | BPF_JEQ | BPF_K, 1, 0, MESSENGER);
  add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_USER_NOTIF);
  add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  // Without the second flag a signal would make a call that is being judged begin anew.
  int listener = install((1u << 3) | (1u << 5));
  char byte = 0;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control = {{0}};
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &listener, sizeof(int));
  if (sendmsg(MESSENGER, &message, MSG_NOSIGNAL) != 1) _exit(BROKEN);
  // From here on every call is judged. Both descriptors are closed on exec.
}

static void write_text(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text)) _exit(BROKEN);
  close(file);
}

static void forbid_user_namespaces(void) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER) != 0) _exit(BROKEN);
  write_text("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "%u %u 1\n", group, group);
  write_text("/proc/self/gid_map", map);
  snprintf(map, sizeof map, "%u %u 1\n", user, user);
  write_text("/proc/self/uid_map", map);
  write_text("/proc/sys/user/max_user_namespaces", "0");
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) return BROKEN;
  static char lines[4096];
  snprintf(lines, sizeof lines, "%s.lines", argv[0]);
  FILE *script = fopen(lines, "re");
  if (script == NULL) return BROKEN;
  static char line[4096], spawner[4096], listen[4096];
  while (fgets(line, sizeof line, script) != NULL) {
    unsigned int number, error, value = 0;
    int argument = -1;
    if (sscanf(line, "answer %u %u %d %u", &number, &error, &argument, &value) >= 2) {
      add_answer(number, error, argument, value);
    } else if (strncmp(line, "no-user-namespaces", 18) == 0) {
      forbid_user_namespaces();
    } else if (sscanf(line, "spawner %4095s", spawner) != 1) {
      sscanf(line, "listen %4095s", listen);
    }
  }
  fclose(script);
  if (count > 0) {
    add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
    install(0);
    count = 0;
  }
  if (listen[0] != 0) listen_at(listen);
  char *arguments[] = {spawner, argv[1], argv[2], NULL};
  char *environment[] = {NULL};
  execve(spawner, arguments, environment);
  return BROKEN;
}
