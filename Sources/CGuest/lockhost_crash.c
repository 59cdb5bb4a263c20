// SPDX-License-Identifier: MIT

// A guest tells of its crash before it dies of it.
//
// The host may not trace a guest, and nobody else may look: no core file, no /proc, no ptrace. So the
// guest itself says which signal came and where, in one message on the wire, and then stops; the host
// copies the thread's stack, and lets it go on to die of the same signal. This costs the sandbox
// nothing: whoever lies here, lies about itself.
//
// A program that sets handlers of its own for these signals has its own way.

#if defined(__x86_64__)

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

// The wire's descriptor, and the message GuestCrash behind a header, as Docs/WireProtocol.md has them.
enum { WIRE = 3, EVENT = 3, ROUTE = 0x0007, REGISTERS = 18 };

struct crash_message {
  uint16_t magic;
  uint8_t version;
  uint8_t kind;
  uint16_t route;
  uint8_t flags;
  uint8_t descriptors;
  uint64_t request;
  uint32_t signal;
  uint32_t code;
  uint64_t address;
  uint32_t thread;
  uint32_t reserved;
  uint64_t registers[REGISTERS];
};

_Static_assert(sizeof(struct crash_message) == 16 + 168, "both ends agree");

static const int order[REGISTERS - 2] = {
    REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

static atomic_flag told = ATOMIC_FLAG_INIT;

// Only what is safe in a handler, and what the filter admits.
static void tell(int number, const siginfo_t *information, const ucontext_t *context) {
  struct crash_message message = {
      .magic = 0x484c,
      .version = 1,
      .kind = EVENT,
      .route = ROUTE,
      .signal = (uint32_t)number,
      .code = (uint32_t)information->si_code,
      .address = (uint64_t)(uintptr_t)information->si_addr,
      .thread = (uint32_t)syscall(SYS_gettid),
  };
  for (int i = 0; i < REGISTERS - 2; i++) {
    message.registers[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
  }
  message.registers[REGISTERS - 2] = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
  message.registers[REGISTERS - 1] = (uint64_t)context->uc_mcontext.gregs[REG_EFL];
  struct iovec part = {.iov_base = &message, .iov_len = sizeof message};
  struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
  // A host that does not hear of it would not let this process go on.
  if (sendmsg(WIRE, &packet, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)sizeof message) return;
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSTOP);
}

static void crashed(int number, siginfo_t *information, void *context) {
  if (!atomic_flag_test_and_set(&told)) tell(number, information, context);
  struct sigaction ordinary = {.sa_handler = SIG_DFL};
  sigaction(number, &ordinary, NULL);
  // An instruction that faulted faults again; a signal that was sent has to be sent again.
  if (information->si_code <= 0) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

// Before the program's first line, so that a crash in its first line is told as well.
__attribute__((constructor)) static void watch_for_crashes(void) {
  if (getenv("LOCKHOST_PROTOCOL") == NULL) return;
  int type = 0;
  socklen_t length = sizeof type;
  if (getsockopt(WIRE, SOL_SOCKET, SO_TYPE, &type, &length) != 0 || type != SOCK_SEQPACKET) return;
  // A stack of its own: a stack that is used up is a crash too. For the main thread; others use theirs.
  static char room[32768];
  const stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  int flags = SA_SIGINFO;
  if (sigaltstack(&stack, NULL) == 0) flags |= SA_ONSTACK;
  struct sigaction action = {.sa_sigaction = crashed, .sa_flags = flags};
  sigemptyset(&action.sa_mask);
  static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
    sigaction(signals[i], &action, NULL);
  }
}

#endif
