// SPDX-License-Identifier: MIT
//
// Reaching somebody: listeners, shared memory, queues, processes of the host. Each leaves a mark where
// it arrives, so that the host can see it and does not have to believe what a probe says.

#include "probe.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/vm_sockets.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static enum outcome reach_by(int kind, const void *address, socklen_t length, const char *whom) {
  sa_family_t family = *(const sa_family_t *)address;
  int file = socket(family, kind | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return refused("socket for %s", whom);
  if (connect(file, address, length) != 0 && errno != EINPROGRESS) return refused("connect: %s", whom);
  return judge(send(file, "!", 1, MSG_NOSIGNAL), whom);
}

static enum outcome tcp(int argc, char **argv) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)number(argc, argv, 0, 9)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_INET, SOCK_STREAM)");
  return judge(connect(file, (struct sockaddr *)&address, sizeof address), "connect(127.0.0.1)");
}

static enum outcome tcp6(int argc, char **argv) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6,
                                 .sin6_port = htons((uint16_t)number(argc, argv, 0, 9)),
                                 .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  int file = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_INET6, SOCK_STREAM)");
  return judge(connect(file, (struct sockaddr *)&address, sizeof address), "connect(::1)");
}

// Opened by sending, without connect(2): what Landlock's and some filters' rules do not know.
static enum outcome tcp_fast_open(int argc, char **argv) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)number(argc, argv, 0, 9)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_INET, SOCK_STREAM)");
  return judge(sendto(file, "!", 1, MSG_FASTOPEN | MSG_NOSIGNAL, (struct sockaddr *)&address,
                      sizeof address),
               "sendto(MSG_FASTOPEN)");
}

static enum outcome udp(int argc, char **argv) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)number(argc, argv, 0, 9)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return reach_by(SOCK_DGRAM, &address, sizeof address, "udp to 127.0.0.1");
}

static socklen_t local_address(struct sockaddr_un *address, const char *name, bool is_abstract) {
  size_t length = strlen(name);
  if (length + 2 > sizeof address->sun_path) length = sizeof address->sun_path - 2;
  address->sun_family = AF_UNIX;
  memcpy(address->sun_path + (is_abstract ? 1 : 0), name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + 1);
}

static enum outcome local_stream(int argc, char **argv) {
  struct sockaddr_un address = {0};
  if (argc < 1) return USAGE;
  socklen_t length = local_address(&address, argv[0], false);
  return reach_by(SOCK_STREAM, &address, length, "a socket in the file system");
}

static enum outcome local_datagram(int argc, char **argv) {
  struct sockaddr_un address = {0};
  if (argc < 1) return USAGE;
  socklen_t length = local_address(&address, argv[0], false);
  return reach_by(SOCK_DGRAM, &address, length, "a datagram socket in the file system");
}

static enum outcome vsock(int argc, char **argv) {
  struct sockaddr_vm address = {.svm_family = AF_VSOCK,
                                .svm_cid = VMADDR_CID_HOST,
                                .svm_port = (unsigned int)number(argc, argv, 0, 9)};
  return reach_by(SOCK_STREAM, &address, sizeof address, "the machine's host, by vsock");
}

static enum outcome raw_socket(int argc, char **argv) {
  return judge(socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP), "socket(AF_INET, SOCK_RAW, ICMP)");
}

static enum outcome ping_socket(int argc, char **argv) {
  return judge(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_ICMP), "socket(AF_INET, SOCK_DGRAM, ICMP)");
}

static enum outcome multipath_socket(int argc, char **argv) {
  return judge(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 262), "socket(AF_INET, SOCK_STREAM, MPTCP)");
}

static enum outcome netlink_socket(int argc, char **argv) {
  int protocol = (int)number(argc, argv, 0, NETLINK_ROUTE);
  return judge(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, protocol), "socket(AF_NETLINK)");
}

static enum outcome pair(int argc, char **argv) {
  int ends[2];
  return judge(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair(AF_UNIX)");
}

static enum outcome listen_tcp(int argc, char **argv) {
  int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_INET, SOCK_STREAM)");
  return judge(listen(file, 1), "listen without bind");
}

static enum outcome listen_abstract(int argc, char **argv) {
  struct sockaddr_un address = {0};
  int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (file < 0) return refused("socket(AF_UNIX)");
  socklen_t length = local_address(&address, "lockhost-probe-here", true);
  return judge(bind(file, (struct sockaddr *)&address, length), "bind(abstract)");
}

static enum outcome shared_segment(int argc, char **argv) {
  int segment = shmget((key_t)number(argc, argv, 0, 0x6c6b), 0, 0);
  if (segment < 0) return refused("shmget");
  char *memory = shmat(segment, NULL, 0);
  if (memory == (void *)-1) return refused("shmat");
  char text[65];
  snprintf(text, sizeof text, "%.64s", memory);
  memory[0] = '!';
  return done("%s", text);
}

static enum outcome own_segment(int argc, char **argv) {
  int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
  if (segment < 0) return refused("shmget(IPC_PRIVATE)");
  shmctl(segment, IPC_RMID, NULL);
  return done("shmget(IPC_PRIVATE)");
}

static enum outcome message_queue(int argc, char **argv) {
  struct {
    long kind;
    char text[8];
  } message = {.kind = 1, .text = "!"};
  int queue = msgget((key_t)number(argc, argv, 0, 0x6c6b), 0);
  if (queue < 0) return refused("msgget");
  return judge(msgsnd(queue, &message, 1, IPC_NOWAIT), "msgsnd");
}

static enum outcome semaphore(int argc, char **argv) {
  int set = semget((key_t)number(argc, argv, 0, 0x6c6b), 0, 0);
  if (set < 0) return refused("semget");
  struct sembuf up = {.sem_op = 1, .sem_flg = IPC_NOWAIT};
  return judge(semop(set, &up, 1), "semop");
}

static enum outcome named_memory(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = shm_open(argv[0], O_RDWR, 0);
  if (file < 0) return refused("shm_open");
  char text[65] = "";
  if (pread(file, text, 64, 0) < 0) return refused("pread");
  if (pwrite(file, "!", 1, 0) != 1) return refused("pwrite");
  return done("%s", text);
}

static enum outcome named_queue(int argc, char **argv) {
  if (argc < 1) return USAGE;
  mqd_t queue = mq_open(argv[0], O_WRONLY | O_NONBLOCK);
  if (queue == (mqd_t)-1) return refused("mq_open");
  return judge(mq_send(queue, "!", 1, 0), "mq_send");
}

static enum outcome kill_it(int argc, char **argv) {
  if (argc < 1) return USAGE;
  return judge(kill((pid_t)number(argc, argv, 0, 0), SIGKILL), "kill(SIGKILL)");
}

static enum outcome thread_kill_it(int argc, char **argv) {
  pid_t process = (pid_t)number(argc, argv, 0, 0);
  if (argc < 1) return USAGE;
  return judge(syscall(SYS_tgkill, process, process, SIGKILL), "tgkill(SIGKILL)");
}

static enum outcome queue_signal(int argc, char **argv) {
  union sigval value = {.sival_int = 1};
  if (argc < 1) return USAGE;
  return judge(sigqueue((pid_t)number(argc, argv, 0, 0), SIGKILL, value), "sigqueue(SIGKILL)");
}

static enum outcome name_by_descriptor(int argc, char **argv) {
  if (argc < 1) return USAGE;
  int file = (int)syscall(SYS_pidfd_open, number(argc, argv, 0, 0), 0);
  if (file < 0) return refused("pidfd_open");
  return judge(syscall(SYS_pidfd_send_signal, file, SIGKILL, NULL, 0), "pidfd_send_signal(SIGKILL)");
}

// The kernel sends on another's behalf: whoever owns a descriptor hears of what arrives on it.
static enum outcome own_for_other(int argc, char **argv) {
  int ends[2];
  if (argc < 1) return USAGE;
  if (pipe(ends) != 0) return inconclusive("pipe");
  if (fcntl(ends[0], F_SETOWN, (int)number(argc, argv, 0, 0)) != 0) return refused("fcntl(F_SETOWN)");
  if (fcntl(ends[0], F_SETSIG, SIGKILL) != 0) return refused("fcntl(F_SETSIG)");
  if (fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) != 0) return refused("fcntl(O_ASYNC)");
  return judge(write(ends[1], "!", 1), "a signal by F_SETOWN");
}

static enum outcome trace_it(int argc, char **argv) {
  if (argc < 1) return USAGE;
  pid_t process = (pid_t)number(argc, argv, 0, 0);
  if (ptrace(PTRACE_SEIZE, process, NULL, NULL) != 0) return refused("ptrace(PTRACE_SEIZE)");
  ptrace(PTRACE_DETACH, process, NULL, NULL);
  return done("ptrace(PTRACE_SEIZE)");
}

static enum outcome read_memory(int argc, char **argv) {
  char byte;
  struct iovec here = {.iov_base = &byte, .iov_len = 1}, there = {.iov_base = &byte, .iov_len = 1};
  if (argc < 1) return USAGE;
  // The same address in the other; whether something is mapped there or not, it has been looked at.
  long result = process_vm_readv((pid_t)number(argc, argv, 0, 0), &here, 1, &there, 1, 0);
  if (result < 0 && errno == EFAULT) return done("process_vm_readv looked");
  return judge(result, "process_vm_readv");
}

static enum outcome limit_it(int argc, char **argv) {
  struct rlimit limit;
  if (argc < 1) return USAGE;
  return judge(prlimit((pid_t)number(argc, argv, 0, 0), RLIMIT_NOFILE, NULL, &limit), "prlimit(other)");
}

// Needs no right over it: whoever can name a process learns that it is there.
static enum outcome name_it(int argc, char **argv) {
  if (argc < 1) return USAGE;
  return judge(getpgid((pid_t)number(argc, argv, 0, 0)), "getpgid(other)");
}

static enum outcome about_it(int argc, char **argv) {
  char path[64];
  if (argc < 2) return USAGE;
  snprintf(path, sizeof path, "/proc/%ld/%s", number(argc, argv, 0, 0), argv[1]);
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  return file < 0 ? refused("open(%s)", path) : done("open(%s)", path);
}

static const struct probe probes[] = {
    {"connect-tcp", "PORT", "reach a listener on 127.0.0.1", tcp},
    {"connect-tcp6", "PORT", "reach a listener on ::1", tcp6},
    {"connect-fast-open", "PORT", "reach it by the first packet", tcp_fast_open},
    {"connect-udp", "PORT", "send to a socket on 127.0.0.1", udp},
    {"connect-path", "PATH", "reach a stream socket by its path", local_stream},
    {"connect-datagram", "PATH", "reach a datagram socket by its path", local_datagram},
    {"connect-vsock", "PORT", "reach the machine's own host", vsock},
    {"socket-raw", "", "a raw socket", raw_socket},
    {"socket-ping", "", "a ping socket", ping_socket},
    {"socket-mptcp", "", "a multipath socket", multipath_socket},
    {"socket-netlink-of", "PROTOCOL", "a netlink socket of a protocol", netlink_socket},
    {"socket-pair", "", "a pair of local sockets", pair},
    {"listen-tcp", "", "listen on a port that the kernel picks", listen_tcp},
    {"listen-abstract", "", "listen under an abstract name", listen_abstract},
    {"segment", "KEY", "attach a System V segment", shared_segment},
    {"segment-own", "", "make a System V segment", own_segment},
    {"queue", "KEY", "send to a System V queue", message_queue},
    {"semaphore", "KEY", "raise a System V semaphore", semaphore},
    {"named-memory", "NAME", "open POSIX shared memory", named_memory},
    {"named-queue", "NAME", "send to a POSIX queue", named_queue},
    {"kill-it", "PID", "kill a process", kill_it},
    {"tgkill-it", "PID", "kill it by its thread", thread_kill_it},
    {"sigqueue-it", "PID", "kill it with a value", queue_signal},
    {"pidfd-kill-it", "PID", "kill it by descriptor", name_by_descriptor},
    {"own-kill-it", "PID", "have the kernel send the signal", own_for_other},
    {"trace-it", "PID", "trace a process", trace_it},
    {"read-memory-of", "PID", "read a process's memory", read_memory},
    {"limit-of", "PID", "read a process's limits", limit_it},
    {"name-process", "PID", "ask for a process's group", name_it},
    {"about", "PID FILE", "open what /proc says of a process", about_it},
};
const struct probe_group reaching_group = {probes, sizeof probes / sizeof probes[0]};
