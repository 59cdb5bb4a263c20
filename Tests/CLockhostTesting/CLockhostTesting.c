// SPDX-License-Identifier: MIT
#include "CLockhostTesting.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif

#if defined(__x86_64__)
static int64_t raw(int64_t number, const int64_t *a) {
  int64_t result;
  if (number > 0 && (number & LH_CALL_I386)) {
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"((uint32_t)number), "b"((uint32_t)a[0]), "c"((uint32_t)a[1]),
                       "d"((uint32_t)a[2])
                     : "memory", "r8", "r9", "r10", "r11");
    return (int32_t)result;
  }
  register int64_t r10 __asm__("r10") = a[3];
  register int64_t r8 __asm__("r8") = a[4];
  register int64_t r9 __asm__("r9") = a[5];
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#else
#error "x86-64 only"
#endif

static int install(const void *instructions, size_t count, unsigned int flags) {
  struct sock_fprog program = {.len = (unsigned short)count,
                               .filter = (struct sock_filter *)instructions};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -errno;
  int result = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  return result < 0 ? -errno : result;
}

int lh_filtered_calls(const void *instructions, size_t count, const struct lh_filtered_call *calls,
                      size_t call_count, int64_t *results, int id) {
  // Shared: the child cannot be sure of any call that would tell its parent.
  struct progress {
    volatile size_t next;
    volatile int failure;
    volatile int64_t results[];
  };
  size_t size = sizeof(struct progress) + call_count * sizeof(int64_t);
  struct progress *shared =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return -errno;
  int failure = 0;
  while (shared->next < call_count && failure == 0) {
    pid_t child = fork();
    if (child < 0) {
      failure = -errno;
      break;
    }
    if (child == 0) {
      syscall(436 /* close_range */, 3, ~0U, 0);
      if (id >= 0 && (setresgid(id, id, id) != 0 || setresuid(id, id, id) != 0)) {
        shared->failure = -errno;
      } else {
        shared->failure = install(instructions, count, 0);
      }
      if (shared->failure == 0) {
        while (shared->next < call_count) {
          const struct lh_filtered_call *call = &calls[shared->next];
          shared->results[shared->next] = raw(call->number, call->arguments);
          shared->next++;
        }
      }
      // Whatever exit_group is to this filter, the parent reads the shared page.
      for (;;) {
        syscall(SYS_exit_group, 0);
        __asm__ volatile("hlt");
      }
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (shared->failure != 0) failure = shared->failure;
    if (failure == 0 && shared->next < call_count) {
      shared->results[shared->next] =
          LH_RESULT_DIED + (WIFSIGNALED(status) ? WTERMSIG(status) : 1000 + WEXITSTATUS(status));
      shared->next++;
    }
  }
  for (size_t i = 0; i < call_count; i++) results[i] = shared->results[i];
  munmap(shared, size);
  return failure;
}

void *lh_shared_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void pass_up(int report, int listener) {
  char byte = 0;
  struct iovec vector = {.iov_base = &byte, .iov_len = 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &listener, sizeof(int));
  sendmsg(report, &message, 0);
}

static int take(int socket) {
  char byte;
  struct iovec vector = {.iov_base = &byte, .iov_len = 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &vector,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  ssize_t length;
  do {
    length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (length < 0 && errno == EINTR);
  if (length < 0) return -errno;
  struct cmsghdr *header = length > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return -EPROTO;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  return descriptor;
}

int lh_notified_calls(const void *instructions, size_t count, const struct lh_filtered_call *calls,
                      size_t call_count, int64_t *results, long rounds, int report, int *child) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (dup3(ends[1], report, O_CLOEXEC) == report) {
      int listener = install(instructions, count, SECCOMP_FILTER_FLAG_NEW_LISTENER);
      if (listener >= 0) {
        pass_up(report, listener);
        close(listener);
        for (long round = 0; round < rounds; round++) {
          for (size_t i = 0; i < call_count; i++) {
            results[i] = raw(calls[i].number, calls[i].arguments);
          }
        }
        syscall(SYS_exit_group, 0);
      }
    }
    syscall(SYS_exit_group, 1);
  }
  int failure = pid < 0 ? -errno : 0;
  close(ends[1]);
  int listener = failure != 0 ? failure : take(ends[0]);
  close(ends[0]);
  *child = pid;
  return listener;
}
