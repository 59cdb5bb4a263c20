// SPDX-License-Identifier: MIT
//
// Large and rarely needed parts of the kernel. Arguments are such that the call is harmless, and
// that a kernel without a filter answers something else than a filter would.

#include "probe.h"

#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static enum outcome bpf(int argc, char **argv) {
  union bpf_attr attributes = {
      .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
  return judge(syscall(SYS_bpf, BPF_MAP_CREATE, &attributes, sizeof attributes),
               "bpf(BPF_MAP_CREATE)");
}

static enum outcome io_uring(int argc, char **argv) {
  struct io_uring_params parameters = {0};
  return judge(syscall(SYS_io_uring_setup, 1, &parameters), "io_uring_setup(1)");
}

static enum outcome user_fault(int argc, char **argv) {
  return judge(syscall(SYS_userfaultfd, UFFD_USER_MODE_ONLY | O_CLOEXEC), "userfaultfd");
}

static enum outcome perf(int argc, char **argv) {
  struct perf_event_attr attributes = {
      .type = PERF_TYPE_SOFTWARE,
      .size = sizeof attributes,
      .config = PERF_COUNT_SW_TASK_CLOCK,
      .exclude_kernel = 1,
  };
  return judge(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0), "perf_event_open");
}

static enum outcome keyctl(int argc, char **argv) {
  return judge(syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 0),
               "keyctl(KEYCTL_GET_KEYRING_ID, session)");
}

static enum outcome add_key(int argc, char **argv) {
  return judge(syscall(SYS_add_key, "user", "lockhost-probe", "x", 1, KEY_SPEC_PROCESS_KEYRING),
               "add_key(user)");
}

static enum outcome push_input(int argc, char **argv) {
  char byte = 'x';
  return judge(ioctl(0, TIOCSTI, &byte), "ioctl(0, TIOCSTI)");
}

static enum outcome push_input_high(int argc, char **argv) {
  // The kernel looks at the low half only (CVE-2019-10063).
  char byte = 'x';
  return judge(syscall(SYS_ioctl, 0, (0x1234UL << 32) | TIOCSTI, &byte),
               "ioctl(0, TIOCSTI | high bits)");
}

static enum outcome set_name(int argc, char **argv) {
  return judge(sethostname("probed", 6), "sethostname");
}

static const struct probe probes[] = {
    {"bpf", "", "make a BPF map", bpf},
    {"io-uring", "", "make a ring", io_uring},
    {"userfaultfd", "", "handle own page faults", user_fault},
    {"perf", "", "count own processor time", perf},
    {"keyctl", "", "name the session keyring", keyctl},
    {"add-key", "", "add a key to the process keyring", add_key},
    {"tiocsti", "", "push a byte into the terminal", push_input},
    {"tiocsti-high", "", "the same with the high half of the number set", push_input_high},
    {"sethostname", "", "rename the host", set_name},
};
const struct probe_group kernel_group = {probes, sizeof probes / sizeof probes[0]};
