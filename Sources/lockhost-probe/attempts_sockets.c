// SPDX-License-Identifier: MIT
//
// Sockets of every family, and every call that takes one.

#include "attempt.h"

// A type that nobody defined is EINVAL before a module is loaded for the family or a right is asked for.
#define FAMILY(name, family) \
  {"reach-family-" name, "socket(" #family ", 15, 0)", SYS_socket, {(family), 15}}

static const struct attempt families[] = {
    FAMILY("unix", 1),       FAMILY("inet", 2),        FAMILY("ax25", 3),     FAMILY("ipx", 4),
    FAMILY("appletalk", 5),  FAMILY("netrom", 6),      FAMILY("bridge", 7),   FAMILY("atmpvc", 8),
    FAMILY("x25", 9),        FAMILY("inet6", 10),      FAMILY("rose", 11),    FAMILY("decnet", 12),
    FAMILY("netbeui", 13),   FAMILY("security", 14),   FAMILY("key", 15),     FAMILY("netlink", 16),
    FAMILY("packet", 17),    FAMILY("ash", 18),        FAMILY("econet", 19),  FAMILY("atmsvc", 20),
    FAMILY("rds", 21),       FAMILY("sna", 22),        FAMILY("irda", 23),    FAMILY("pppox", 24),
    FAMILY("wanpipe", 25),   FAMILY("llc", 26),        FAMILY("ib", 27),      FAMILY("mpls", 28),
    FAMILY("can", 29),       FAMILY("tipc", 30),       FAMILY("bluetooth", 31), FAMILY("iucv", 32),
    FAMILY("rxrpc", 33),     FAMILY("isdn", 34),       FAMILY("phonet", 35),  FAMILY("ieee802154", 36),
    FAMILY("caif", 37),      FAMILY("alg", 38),        FAMILY("nfc", 39),     FAMILY("vsock", 40),
    FAMILY("kcm", 41),       FAMILY("qipcrtr", 42),    FAMILY("smc", 43),     FAMILY("xdp", 44),
    FAMILY("mctp", 45),
    {"reach-family-inet-high", "socket(1<<32|AF_INET, 15, 0)", SYS_socket, {1UL << 32 | 2, 15}},
    {"reach-socketpair", "socketpair(AF_UNIX, 15, 0, bad)", SYS_socketpair, {1, 15, 0, NOWHERE}},
    {"reach-socketpair-inet", "socketpair(AF_INET, 15, 0, bad)", SYS_socketpair, {2, 15, 0, NOWHERE}},
    {"reach-socketpair-tipc", "socketpair(AF_TIPC, 15, 0, bad)", SYS_socketpair, {30, 15, 0, NOWHERE}},
};
const struct attempt_group family_attempts = {families, sizeof families / sizeof families[0]};

static const struct attempt sockets[] = {
    {"reach-connect", "connect(-1, bad, 16)", SYS_connect, {NONE, NOWHERE, 16}},
    {"reach-bind", "bind(-1, bad, 16)", SYS_bind, {NONE, NOWHERE, 16}},
    {"reach-listen", "listen(-1, 1)", SYS_listen, {NONE, 1}},
    {"reach-accept", "accept(-1, 0, 0)", SYS_accept, {NONE}},
    {"reach-accept4", "accept4(-1, 0, 0, 0x80)", SYS_accept4, {NONE, 0, 0, 0x80}},
    {"reach-getsockname", "getsockname(-1, bad, bad)", SYS_getsockname, {NONE, NOWHERE, NOWHERE}},
    {"reach-getpeername", "getpeername(-1, bad, bad)", SYS_getpeername, {NONE, NOWHERE, NOWHERE}},
    {"reach-setsockopt", "setsockopt(-1, SOL_SOCKET, 1, bad, 4)", SYS_setsockopt, {NONE, 1, 1, NOWHERE, 4}},
    {"reach-getsockopt", "getsockopt(-1, SOL_SOCKET, 1, bad, bad)", SYS_getsockopt,
     {NONE, 1, 1, NOWHERE, NOWHERE}},
    {"reach-sendto", "sendto(-1, bad, 1, 0, bad, 16)", SYS_sendto, {NONE, NOWHERE, 1, 0, NOWHERE, 16}},
    {"reach-recvfrom", "recvfrom(-1, bad, 1, 0, bad, bad)", SYS_recvfrom,
     {NONE, NOWHERE, 1, 0, NOWHERE, NOWHERE}},
    {"reach-sendmsg", "sendmsg(-1, bad, 0)", SYS_sendmsg, {NONE, NOWHERE}},
    {"reach-recvmsg", "recvmsg(-1, bad, 0)", SYS_recvmsg, {NONE, NOWHERE}},
    {"reach-sendmmsg", "sendmmsg(-1, bad, 1, 0)", SYS_sendmmsg, {NONE, NOWHERE, 1}},
    {"reach-recvmmsg", "recvmmsg(-1, bad, 1, 0, 0)", SYS_recvmmsg, {NONE, NOWHERE, 1}},
    {"reach-shutdown", "shutdown(-1, 2)", SYS_shutdown, {NONE, 2}},
    // The wire takes messages, and nothing by address.
    {"reach-wire-address", "sendto(3, bad, 1, 0, bad, 16)", SYS_sendto, {3, NOWHERE, 1, 0, NOWHERE, 16}},
    {"reach-wire-option", "setsockopt(3, SOL_SOCKET, SO_PASSCRED, bad, 4)", SYS_setsockopt,
     {3, 1, 16, NOWHERE, 4}},
    {"reach-wire-name", "getpeername(3, bad, bad)", SYS_getpeername, {3, NOWHERE, NOWHERE}},
    {"reach-wire-connect", "connect(3, bad, 16)", SYS_connect, {3, NOWHERE, 16}},
};
const struct attempt_group socket_attempts = {sockets, sizeof sockets / sizeof sockets[0]};

static const struct attempt ipc[] = {
    {"reach-shmget", "shmget(0x6c6b, 0, 0)", SYS_shmget, {0x6c6b0001}},
    {"reach-shmat", "shmat(-1, 0, 0)", SYS_shmat, {NONE}},
    {"reach-shmat-code", "shmat(-1, 0, SHM_EXEC)", SYS_shmat, {NONE, 0, 0x8000}},
    {"reach-shmctl", "shmctl(-1, 99, 0)", SYS_shmctl, {NONE, 99}},
    {"reach-shmdt", "shmdt(bad)", SYS_shmdt, {NOWHERE}},
    {"reach-semget", "semget(0x6c6b, -1, 0)", SYS_semget, {0x6c6b0001, NONE}},
    {"reach-semop", "semop(-1, bad, 1)", SYS_semop, {NONE, NOWHERE, 1}},
    {"reach-semtimedop", "semtimedop(-1, bad, 1, 0)", SYS_semtimedop, {NONE, NOWHERE, 1}},
    {"reach-semctl", "semctl(-1, 0, 99, 0)", SYS_semctl, {NONE, 0, 99}},
    {"reach-msgget", "msgget(0x6c6b, 0)", SYS_msgget, {0x6c6b0001}},
    {"reach-msgsnd", "msgsnd(-1, bad, 1, 0)", SYS_msgsnd, {NONE, NOWHERE, 1}},
    {"reach-msgrcv", "msgrcv(-1, bad, 1, 0, 0)", SYS_msgrcv, {NONE, NOWHERE, 1}},
    {"reach-msgctl", "msgctl(-1, 99, 0)", SYS_msgctl, {NONE, 99}},
    {"reach-mq-open", "mq_open(bad, 0, 0, 0)", SYS_mq_open, {NOWHERE}},
    {"reach-mq-unlink", "mq_unlink(bad)", SYS_mq_unlink, {NOWHERE}},
    {"reach-mq-send", "mq_timedsend(-1, bad, 1, 0, 0)", SYS_mq_timedsend, {NONE, NOWHERE, 1}},
    {"reach-mq-receive", "mq_timedreceive(-1, bad, 1, 0, 0)", SYS_mq_timedreceive, {NONE, NOWHERE, 1}},
    {"reach-mq-notify", "mq_notify(-1, 0)", SYS_mq_notify, {NONE}},
    {"reach-mq-attributes", "mq_getsetattr(-1, 0, 0)", SYS_mq_getsetattr, {NONE}},
};
const struct attempt_group ipc_attempts = {ipc, sizeof ipc / sizeof ipc[0]};
