// SPDX-License-Identifier: MIT
//
// The guest to be: from its birth under pid 1 until its image is replaced.

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>

/// What execve(2) takes, arguments and then environment, each list with an end.
///
/// Made in the guest to be alone: nobody else needs it, so the spawner's memory stays as small as it is
/// however much is passed. Most guests have a few, for which there is room already.
struct texts {
  char *few[256];
  char **arguments;
  char **environment;
};
static struct texts texts;

static char **make_list(const struct lh_launch *launch, char **list, const uint32_t *offsets,
                        uint32_t count) {
  for (uint32_t i = 0; i < count; i++) list[i] = (char *)lh_string(launch, offsets[i]);
  list[count] = NULL;
  return list + count + 1;
}

static void make_texts(struct lh_launch *launch) {
  uint32_t arguments = launch->plan->arguments.count, environment = launch->plan->environment.count;
  size_t bytes = (arguments + environment + 2) * sizeof(char *);
  texts.arguments = texts.few;
  if (bytes > sizeof texts.few) {
    // Before the limits are the guest's own.
    texts.arguments =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (texts.arguments == MAP_FAILED) lh_fail(launch, 2);
  }
  texts.environment = make_list(launch, texts.arguments, launch->arguments, arguments);
  make_list(launch, texts.environment, launch->environment, environment);
}

static void enter_session(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_SESSION);
  // The end of pid 1 is the end of its namespace already; this costs nothing and needs no such rule.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) lh_fail(launch, 0);
  // A parent that died before that call has said why, or had no time to.
  if (launch->parent != 0 && getppid() != launch->parent) _exit(127);
  // No controlling terminal: nothing to push input into (bubblewrap's CVE-2017-5226).
  if (setsid() < 0) lh_fail(launch, 1);
  make_texts(launch);
}

static void place_standard_descriptors(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_STANDARD);
  const struct lh_plan *plan = launch->plan;
  const uint32_t sources[] = {plan->input_descriptor, plan->output_descriptor,
                              plan->error_descriptor, plan->wire_descriptor};
  // The spawner keeps 0 to 3 taken, so no source has one of these numbers.
  for (int number = 0; number < 4; number++) {
    if (sources[number] == LH_NONE) {
      close(number);
    } else if (dup2(lh_descriptor_at(launch, sources[number]), number) != number) {
      lh_fail(launch, (uint32_t)number);
    }
  }
}

// pid 1 keeps watch from here on, with its own filter on. Until it does, the program may not run.
static void wait_for_watch(struct lh_launch *launch) {
  // pid 1's end, of which this process has a copy: without it, the end of pid 1's is the gate's.
  close(launch->gate[0]);
  char byte;
  ssize_t received;
  do {
    received = read(launch->gate[1], &byte, 1);
  } while (received < 0 && errno == EINTR);
  if (received < 0) lh_fail(launch, 6);
  // pid 1 could not begin its watch, and has reported it.
  if (received != 1) _exit(127);
}

static void raise_last_two(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_HIGH);
  wait_for_watch(launch);
  int last = (int)launch->plan->open_files;
  // Out of the way first: either may be held at one of the two numbers now.
  int executable = fcntl(launch->executable, F_DUPFD_CLOEXEC, last + 2);
  if (executable < 0) lh_fail(launch, 0);
  int handover = fcntl(launch->descriptors[LH_DESCRIPTOR_HANDOVER], F_DUPFD_CLOEXEC, last + 2);
  if (handover < 0) lh_fail(launch, 1);
  if (dup3(executable, last, O_CLOEXEC) != last) lh_fail(launch, 2);
  if (dup3(handover, last + 1, O_CLOEXEC) != last + 1) lh_fail(launch, 3);
  launch->executable = last;
  launch->reports = last + 1;
  if (close_range(4, (unsigned int)last - 1, 0) != 0) lh_fail(launch, 4);
  if (close_range((unsigned int)last + 2, ~0u, 0) != 0) lh_fail(launch, 5);
}

static void set_limits(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_LIMITS);
  const struct lh_plan *plan = launch->plan;
  for (uint32_t i = 0; i < plan->limits.count; i++) {
    const struct lh_limit *limit = &launch->limits[i];
    rlim_t value = limit->value == UINT64_MAX ? RLIM_INFINITY : limit->value;
    struct rlimit both = {.rlim_cur = value, .rlim_max = value};
    // At the hard limit the kernel kills without a word; one second earlier it sends SIGXCPU, which
    // names the limit to whoever looks at the end.
    if (limit->resource == RLIMIT_CPU && value != RLIM_INFINITY) both.rlim_max = value + 1;
    if (setrlimit((int)limit->resource, &both) != 0) lh_fail(launch, i);
  }
}

// From here on no number at or above K can be had again: not by dup, not by open, not by a message.
// The filter admits execveat on K alone, and exec closes K.
//
// The last of all limits, after the last descriptor was sent: the kernel refuses to send one when this
// user's processes have more on their way than this process may have open, so that a guest that leaves
// many in its sockets would keep every other of its user's from being started. The filter knows this one
// call by K in registers that the kernel does not look at; made again, it could only lower the limit.
static void limit_files(struct lh_launch *launch) {
  unsigned long last = launch->plan->open_files;
  struct rlimit files = {.rlim_cur = last, .rlim_max = last};
  if (syscall(SYS_setrlimit, RLIMIT_NOFILE, &files, 0UL, 0UL, last, last) != 0) lh_fail(launch, 1);
}

static void clear_signals(struct lh_launch *launch) {
  lh_begin(launch, LH_STEP_SIGNALS);
  umask(launch->plan->umask);
  uint64_t slack = launch->plan->timer_slack_nanoseconds;
  if (slack != 0 && prctl(PR_SET_TIMERSLACK, slack) != 0) lh_fail(launch, 0);
  // The dispositions are the defaults since the spawner's start.
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) lh_fail(launch, 1);
}

_Noreturn void lh_guest(struct lh_launch *launch) {
  // This process is the only holder of this socket, so its end of file says: executed, or dead.
  launch->reports = launch->descriptors[LH_DESCRIPTOR_HANDOVER];
  enter_session(launch);
  place_standard_descriptors(launch);
  lh_landlock_apply(launch);
  raise_last_two(launch);
  set_limits(launch);
  clear_signals(launch);

  lh_begin(launch, LH_STEP_FILTER);
  // The one moment in which this process may ask for it: pid 1 gets to see the exec, and lets go of
  // the program stopped at its first instruction. The filter refuses ptrace from then on.
  if ((launch->plan->layers & LH_LAYER_STOPPED) != 0 && ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) {
    lh_fail(launch, 1);
  }
  struct sock_fprog program = {
      .len = (unsigned short)launch->plan->filter.count,
      .filter = (struct sock_filter *)launch->filter,
  };
  if (lh_is_floor(launch)) lh_floor_filter(launch, &program);
  int listener = lh_seccomp(SECCOMP_SET_MODE_FILTER, launch->plan->filter_flags, &program);
  if (listener < 0) lh_fail(launch, 0);
  if ((launch->plan->filter_flags & SECCOMP_FILTER_FLAG_NEW_LISTENER) == 0) listener = -1;
  // Under the guest's own rules now: sendmsg on K+1, this setrlimit, execveat on K, exit_group.
  lh_begin(launch, LH_STEP_HANDOVER);
  struct lh_report ready = lh_report_make(launch, LH_REPORT_READY);
  // Nobody would answer at a listener that did not arrive.
  if (!lh_report_send(launch->reports, &ready, listener)) lh_fail(launch, 0);
  limit_files(launch);

  lh_begin(launch, LH_STEP_EXECUTE);
  execveat(launch->executable, "", texts.arguments, texts.environment, AT_EMPTY_PATH);
  lh_fail(launch, 0);
}
