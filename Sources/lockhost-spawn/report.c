// SPDX-License-Identifier: MIT
//
// Steps and reports. Everything here runs between clone and exec too, and in the guest to be even
// after its filter is on: sendmsg on one descriptor is the one way to speak that the filter admits.

#include "launch.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <time.h>

static uint64_t now(void) {
  // Through the vDSO: no system call, so also possible under any filter.
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void lh_begin(struct lh_launch *launch, enum lh_step step) {
  launch->step = step;
  launch->at[step] = now();
}

struct lh_report lh_report_make(const struct lh_launch *launch, enum lh_report_kind kind) {
  struct lh_report report = {
      .magic = LH_REPORT_MAGIC,
      .kind = kind,
      .step = launch->step,
      .landlock_abi = launch->landlock_abi,
  };
  memcpy(report.at, launch->at, sizeof report.at);
  return report;
}

bool lh_report_send(int socket, const struct lh_report *report, int descriptor) {
  // A launch sends a handful of reports and its socket has room for all of them, so one that does
  // not fit, or that nobody will read, is nothing to wait for. Whoever sends one without which the
  // host cannot watch over the guest ends the guest when it is lost.
  return lh_message_send(socket, report, sizeof *report, &descriptor, descriptor < 0 ? 0 : 1);
}

void lh_report_set_end(struct lh_report *report, pid_t pid, int status,
                       const struct rusage *used) {
  report->pid = pid;
  report->wait_status = status;
  report->max_resident_kibibytes = (uint64_t)used->ru_maxrss;
  report->user_microseconds =
      (uint64_t)used->ru_utime.tv_sec * 1000000u + (uint64_t)used->ru_utime.tv_usec;
  report->system_microseconds =
      (uint64_t)used->ru_stime.tv_sec * 1000000u + (uint64_t)used->ru_stime.tv_usec;
}

void lh_report_exit(struct lh_launch *launch, pid_t pid, int status, const struct rusage *used) {
  struct lh_report report = lh_report_make(launch, LH_REPORT_EXITED);
  lh_report_set_end(&report, pid, status, used);
  lh_report_send(launch->reports, &report, -1);
}

void lh_drain_signals(int signals) {
  struct signalfd_siginfo information;
  while (read(signals, &information, sizeof information) > 0) {
  }
}

_Noreturn void lh_fail(struct lh_launch *launch, uint32_t index) {
  struct lh_report report = lh_report_make(launch, LH_REPORT_FAILED);
  report.error = errno;
  report.index = index;
  lh_report_send(launch->reports, &report, -1);
  _exit(127);
}
