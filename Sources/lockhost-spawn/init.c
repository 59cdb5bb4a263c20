// SPDX-License-Identifier: MIT
//
// pid 1 of a guest's namespaces, for as long as the guest lives: it reaps what the guest orphans,
// says how the guest ended, and ends everything when the guest, the host or the spawner is gone.
// When it leaves, the kernel kills whatever is left in the namespace.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <poll.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "this machine's audit architecture is not known here"
#endif

enum { LIFELINE = 0, ALIVE = 1, REPORTS = 2, SIGNALS = 3, GATE = 4, HELD = 5 };

#define ALLOW(number)                                            \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1),           \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// What the loop below needs and nothing else. x32's numbers have a bit that none of these has.
static const struct sock_filter filter[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    ALLOW(SYS_ppoll),
    ALLOW(SYS_read),
    ALLOW(SYS_wait4),
    ALLOW(SYS_sendmsg),
    ALLOW(SYS_close),
    ALLOW(SYS_exit_group),
    ALLOW(SYS_restart_syscall),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
};

static void reap(struct lh_launch *launch, pid_t guest) {
  lh_drain_signals(SIGNALS);
  for (;;) {
    int status;
    struct rusage used;
    pid_t pid = wait4(-1, &status, WNOHANG, &used);
    if (pid == 0) return;
    if (pid < 0 && errno == EINTR) continue;
    // The guest cannot be waited for any more: nothing to keep the namespace for.
    if (pid < 0) _exit(1);
    if (pid == guest) {
      lh_report_exit(launch, pid, status, &used);
      // With its first process the guest has ended; daemons it left are the kernel's to kill.
      _exit(0);
    }
  }
}

// Made before there is a guest, so that a failure is one of the set-up.
int lh_init_signals(void) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  return signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
}

void lh_open_gate(struct lh_launch *launch, int gate) {
  struct iovec byte = {.iov_base = "", .iov_len = 1};
  struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1};
  // sendmsg is what the filter admits. A gate that is gone is a guest that is: it has told what failed,
  // which nothing said here may take the place of, and the loop below reaps it.
  if (sendmsg(gate, &message, MSG_NOSIGNAL) != 1 && errno != EPIPE) lh_fail(launch, 6);
  close(gate);
}

// For a debugger: waits until the program is there, and leaves it stopped at its first instruction.
static void stop_at_start(struct lh_launch *launch, pid_t guest) {
  int status;
  struct rusage used;
  pid_t pid;
  do {
    pid = wait4(guest, &status, 0, &used);
  } while (pid < 0 && errno == EINTR);
  if (pid != guest) _exit(1);
  if (WIFSTOPPED(status)) {
    if (ptrace(PTRACE_DETACH, guest, NULL, SIGSTOP) == 0) return;
    _exit(1);
  }
  lh_report_exit(launch, pid, status, &used);
  _exit(0);
}

_Noreturn void lh_init(struct lh_launch *launch, pid_t guest, int signals, int lifeline,
                       int alive) {
  // The guest's pipes and wire must not stay open here, or the host would never see their end.
  const int keep[] = {lifeline, alive, launch->reports, signals, launch->gate[0]};
  for (int number = 0; number < HELD; number++) {
    if (dup2(keep[number], number) != number) lh_fail(launch, 2);
  }
  launch->reports = REPORTS;
  if (close_range(HELD, ~0u, 0) != 0) lh_fail(launch, 3);
  struct sock_fprog program = {
      .len = sizeof filter / sizeof filter[0],
      .filter = (struct sock_filter *)filter,
  };
  // The filter below knows no ptrace. The program has not run by then in either case.
  if ((launch->plan->layers & LH_LAYER_STOPPED) != 0) {
    lh_open_gate(launch, GATE);
    stop_at_start(launch, guest);
    if (lh_seccomp(SECCOMP_SET_MODE_FILTER, 0, &program) != 0) _exit(1);
  } else {
    if (lh_seccomp(SECCOMP_SET_MODE_FILTER, 0, &program) != 0) lh_fail(launch, 4);
    lh_open_gate(launch, GATE);
  }

  for (;;) {
    struct pollfd ready[] = {
        {.fd = LIFELINE},
        {.fd = ALIVE},
        {.fd = SIGNALS, .events = POLLIN},
    };
    int count = ppoll(ready, 3, NULL, NULL);
    if (count < 0 && errno != EINTR) _exit(1);
    // Both pipes only ever hang up.
    if (count > 0 && (ready[0].revents | ready[1].revents) != 0) _exit(1);
    reap(launch, guest);
  }
}
