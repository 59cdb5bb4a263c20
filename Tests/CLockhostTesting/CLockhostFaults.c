// SPDX-License-Identifier: MIT
#include "CLockhostFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_CALLS = 4096, MOST_SPAWNERS = 8, CLONE3 = 435 };

struct lh_judge {
  pthread_mutex_t lock;
  struct lh_fault fault;
  int listening;
  int stop[2];
  pthread_t accepting;
  pthread_t threads[MOST_SPAWNERS];
  size_t thread_count;
  int has_failed;
  int has_executed;
  int is_counting;
  pid_t processes[3];
  uint32_t ordinals[4];
  size_t call_count;
  struct lh_judged_call calls[MOST_CALLS];
};

struct round {
  struct lh_judge *judge;
  int listener;
  int is_first;
};

static int role_of(struct lh_judge *judge, pid_t process) {
  for (int i = 0; i < 3; i++) {
    if (judge->processes[i] == 0) judge->processes[i] = process;
    if (judge->processes[i] == process) return i;
  }
  return LH_ROLE_OTHER;
}

static int asks_for(pid_t process, const struct seccomp_data *data, uint64_t flags) {
  uint64_t found = 0;
  struct iovec here = {&found, sizeof found};
  struct iovec there = {(void *)(uintptr_t)data->args[0], sizeof found};
  return process_vm_readv(process, &here, 1, &there, 1, 0) == sizeof found && (found & flags) != 0;
}

// The errno of the answer, 0 to let the call through.
static int judge_call(struct lh_judge *judge, int is_first, const struct seccomp_notif *call) {
  const struct lh_fault *fault = &judge->fault;
  int number = call->data.nr;
  if (fault->number >= 0) {
    if (number != fault->number) return 0;
    if (number == CLONE3 && fault->flags != 0 &&
        !asks_for((pid_t)call->pid, &call->data, fault->flags)) {
      return 0;
    }
    judge->has_failed = 1;
    return fault->error;
  }
  if (!is_first) return 0;
  int role = role_of(judge, (pid_t)call->pid);
  if (number == SYS_prctl) judge->is_counting = 1;
  // What comes before that is the C library's.
  if (!judge->is_counting || role == LH_ROLE_OTHER) return 0;
  if (role == LH_ROLE_GUEST && judge->has_executed) return 0;
  uint32_t ordinal = judge->ordinals[role]++;
  if (judge->call_count < MOST_CALLS) {
    struct lh_judged_call *place = &judge->calls[judge->call_count++];
    place->role = role;
    place->number = number;
    memcpy(place->arguments, call->data.args, sizeof place->arguments);
  }
  int fails = role == fault->role && ordinal == fault->ordinal;
  if (fails) judge->has_failed = 1;
  if (role == LH_ROLE_GUEST && number == SYS_execveat && !fails) judge->has_executed = 1;
  return fails ? fault->error : 0;
}

static void *judge_spawner(void *argument) {
  struct round round = *(struct round *)argument;
  free(argument);
  for (;;) {
    struct pollfd ready = {.fd = round.listener, .events = POLLIN};
    if (poll(&ready, 1, -1) < 0 && errno != EINTR) break;
    if ((ready.revents & (POLLHUP | POLLERR)) != 0) break;
    struct seccomp_notif call;
    memset(&call, 0, sizeof call);
    if (ioctl(round.listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) continue;
    pthread_mutex_lock(&round.judge->lock);
    int error = judge_call(round.judge, round.is_first, &call);
    pthread_mutex_unlock(&round.judge->lock);
    struct seccomp_notif_resp answer = {
        .id = call.id,
        .error = -error,
        .flags = error == 0 ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0,
    };
    // The caller may be dead by now.
    ioctl(round.listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  close(round.listener);
  return NULL;
}

static int take_listener(int connection) {
  char byte;
  struct iovec data = {.iov_base = &byte, .iov_len = 1};
  union {
    char bytes[CMSG_SPACE(sizeof(int))];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_iov = &data,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return -1;
  int listener;
  memcpy(&listener, CMSG_DATA(header), sizeof listener);
  return listener;
}

static void *accept_spawners(void *argument) {
  struct lh_judge *judge = argument;
  for (;;) {
    struct pollfd ready[] = {{.fd = judge->listening, .events = POLLIN},
                             {.fd = judge->stop[0], .events = POLLIN}};
    if (poll(ready, 2, -1) < 0 && errno != EINTR) break;
    if (ready[1].revents != 0) break;
    if (ready[0].revents == 0) continue;
    int connection = accept4(judge->listening, NULL, NULL, SOCK_CLOEXEC);
    if (connection < 0) continue;
    int listener = take_listener(connection);
    close(connection);
    struct round *round = malloc(sizeof *round);
    if (listener < 0 || round == NULL || judge->thread_count == MOST_SPAWNERS) {
      free(round);
      continue;
    }
    pthread_mutex_lock(&judge->lock);
    *round = (struct round){judge, listener, judge->thread_count == 0};
    if (pthread_create(&judge->threads[judge->thread_count], NULL, judge_spawner, round) == 0) {
      judge->thread_count++;
    }
    pthread_mutex_unlock(&judge->lock);
  }
  return NULL;
}

struct lh_judge *lh_judge_start(int listening, struct lh_fault fault) {
  struct lh_judge *judge = calloc(1, sizeof *judge);
  if (judge == NULL) return NULL;
  judge->fault = fault;
  judge->listening = listening;
  pthread_mutex_init(&judge->lock, NULL);
  if (pipe2(judge->stop, O_CLOEXEC) != 0 ||
      pthread_create(&judge->accepting, NULL, accept_spawners, judge) != 0) {
    free(judge);
    return NULL;
  }
  return judge;
}

int lh_judge_has_failed(struct lh_judge *judge) {
  pthread_mutex_lock(&judge->lock);
  int result = judge->has_failed;
  pthread_mutex_unlock(&judge->lock);
  return result;
}

int lh_judge_has_executed(struct lh_judge *judge) {
  pthread_mutex_lock(&judge->lock);
  int result = judge->has_executed;
  pthread_mutex_unlock(&judge->lock);
  return result;
}

size_t lh_judge_spawners(struct lh_judge *judge) {
  pthread_mutex_lock(&judge->lock);
  size_t count = judge->thread_count;
  pthread_mutex_unlock(&judge->lock);
  return count;
}

size_t lh_judge_calls(struct lh_judge *judge, struct lh_judged_call *calls, size_t most) {
  pthread_mutex_lock(&judge->lock);
  size_t count = judge->call_count < most ? judge->call_count : most;
  memcpy(calls, judge->calls, count * sizeof *calls);
  pthread_mutex_unlock(&judge->lock);
  return count;
}

void lh_judge_stop(struct lh_judge *judge) {
  (void)!write(judge->stop[1], "", 1);
  pthread_join(judge->accepting, NULL);
  for (size_t i = 0; i < judge->thread_count; i++) pthread_join(judge->threads[i], NULL);
  close(judge->stop[0]);
  close(judge->stop[1]);
  close(judge->listening);
  pthread_mutex_destroy(&judge->lock);
  free(judge);
}
