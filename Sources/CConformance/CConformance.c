// SPDX-License-Identifier: MIT

#include "CConformance.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <linux/vm_sockets.h>

int lh_canary_variable(const char *text) {
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **longer = calloc(count + 2, sizeof *longer);
  char *copy = strdup(text);
  if (longer == NULL || copy == NULL) {
    free(longer);
    free(copy);
    return -1;
  }
  memcpy(longer, environ, count * sizeof *longer);
  longer[count] = copy;
  // The array before is never freed: whoever is reading it goes on reading it.
  __atomic_store_n(&environ, longer, __ATOMIC_RELEASE);
  return 0;
}

static int failed(int descriptor) {
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

// Binds, listens where it is a stream, and gives back the socket or -1.
static int offer(int descriptor, const void *address, size_t size, int is_stream) {
  if (descriptor < 0) return -1;
  if (bind(descriptor, address, (socklen_t)size) != 0) return failed(descriptor);
  if (is_stream && listen(descriptor, 16) != 0) return failed(descriptor);
  return descriptor;
}

static int open_socket(int family, int is_stream) {
  return socket(family, (is_stream ? SOCK_STREAM : SOCK_DGRAM) | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int lh_canary_inet(int is_version6, int is_stream, uint16_t *port) {
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
  int made = is_version6 ? offer(open_socket(AF_INET6, is_stream), &six, sizeof six, is_stream)
                         : offer(open_socket(AF_INET, is_stream), &four, sizeof four, is_stream);
  if (made < 0) return -1;
  struct sockaddr_in6 name;
  socklen_t size = sizeof name;
  if (getsockname(made, (struct sockaddr *)&name, &size) != 0) return failed(made);
  // Both families have their port in the same place.
  *port = ntohs(name.sin6_port);
  return made;
}

int lh_canary_unix(const char *name, int is_abstract, int is_stream) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length + 1 > sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(address.sun_path + (is_abstract ? 1 : 0), name, length);
  size_t size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
  int made = offer(open_socket(AF_UNIX, is_stream), &address, size, is_stream);
  if (made >= 0 && !is_abstract && chmod(name, 0777) != 0) return failed(made);
  return made;
}

int lh_canary_vsock(uint32_t *port) {
  struct sockaddr_vm address = {
      .svm_family = AF_VSOCK, .svm_port = VMADDR_PORT_ANY, .svm_cid = VMADDR_CID_ANY};
  int made = offer(open_socket(AF_VSOCK, 1), &address, sizeof address, 1);
  if (made < 0) return -1;
  socklen_t size = sizeof address;
  if (getsockname(made, (struct sockaddr *)&address, &size) != 0) return failed(made);
  *port = address.svm_port;
  return made;
}

int lh_canary_has_input(int descriptor) {
  struct pollfd entry = {.fd = descriptor, .events = POLLIN};
  return poll(&entry, 1, 0) == 1 && (entry.revents & POLLIN) != 0;
}

int lh_canary_memory(int32_t key, const char *text) {
  int identifier = shmget(key, 4096, IPC_CREAT | IPC_EXCL | 0666);
  if (identifier < 0) return -1;
  char *memory = shmat(identifier, NULL, 0);
  if (memory == (void *)-1) return -1;
  strncpy(memory, text, 4095);
  shmdt(memory);
  return identifier;
}

int lh_canary_memory_touched(int identifier, const char *text) {
  struct shmid_ds facts;
  if (shmctl(identifier, IPC_STAT, &facts) != 0) return 1;
  char *memory = shmat(identifier, NULL, SHM_RDONLY);
  if (memory == (void *)-1) return 1;
  int changed = strncmp(memory, text, 4095) != 0;
  shmdt(memory);
  // The host attached it when it was made, so whoever attached it last is the host or somebody else.
  return changed || facts.shm_nattch != 0 || facts.shm_lpid != getpid();
}

int lh_canary_queue(int32_t key, const char *text) {
  struct {
    long kind;
    char text[64];
  } message = {.kind = 1};
  strncpy(message.text, text, sizeof message.text - 1);
  int identifier = msgget(key, IPC_CREAT | IPC_EXCL | 0666);
  if (identifier < 0) return -1;
  return msgsnd(identifier, &message, sizeof message.text, IPC_NOWAIT) == 0 ? identifier : -1;
}

long lh_canary_queue_count(int identifier) {
  struct msqid_ds facts;
  return msgctl(identifier, IPC_STAT, &facts) == 0 ? (long)facts.msg_qnum : -1;
}

int lh_canary_semaphore(int32_t key) {
  int identifier = semget(key, 1, IPC_CREAT | IPC_EXCL | 0666);
  if (identifier < 0) return -1;
  struct sembuf up = {.sem_num = 0, .sem_op = 1};
  return semop(identifier, &up, 1) == 0 ? identifier : -1;
}

int lh_canary_semaphore_value(int identifier) {
  return semctl(identifier, 0, GETVAL);
}

void lh_canary_remove(int kind, int identifier) {
  if (kind == 0) shmctl(identifier, IPC_RMID, NULL);
  if (kind == 1) msgctl(identifier, IPC_RMID, NULL);
  if (kind == 2) semctl(identifier, 0, IPC_RMID);
}

int lh_canary_posix_queue(const char *name, const char *text) {
  struct mq_attr size = {.mq_maxmsg = 4, .mq_msgsize = 128};
  mode_t mask = umask(0);
  mqd_t queue = mq_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666, &size);
  umask(mask);
  if (queue == (mqd_t)-1) return -1;
  return mq_send(queue, text, strlen(text), 0) == 0 ? (int)queue : failed((int)queue);
}

long lh_canary_posix_queue_count(int queue) {
  struct mq_attr facts;
  return mq_getattr((mqd_t)queue, &facts) == 0 ? facts.mq_curmsgs : -1;
}

void lh_canary_posix_queue_remove(const char *name) {
  mq_unlink(name);
}

int lh_canary_posix_memory(const char *name, const char *text) {
  int memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (memory < 0) return -1;
  if (fchmod(memory, 0666) != 0 || write(memory, text, strlen(text)) != (ssize_t)strlen(text)) {
    return failed(memory);
  }
  return memory;
}

int lh_canary_terminal(char *path, size_t size, int *terminal) {
  int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (master < 0) return -1;
  if (grantpt(master) != 0 || unlockpt(master) != 0 || ptsname_r(master, path, size) != 0) {
    return failed(master);
  }
  *terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  struct termios mode;
  if (*terminal < 0 || tcgetattr(*terminal, &mode) != 0) return failed(master);
  cfmakeraw(&mode);
  if (tcsetattr(*terminal, TCSANOW, &mode) != 0) return failed(master);
  chmod(path, 0666);
  return master;
}

int lh_terminal_input(int terminal) {
  int count = 0;
  return ioctl(terminal, FIONREAD, &count) == 0 ? count : 0;
}

int lh_spawn_with(const char *path, char *const arguments[], char *const environment[],
                  const int *sources, const int *targets, int count, int32_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int raised[16], result = count > 16 ? EINVAL : 0;
  if (result != 0) return result;
  // Out of the way of every target first.
  for (int i = 0; i < count; i++) {
    raised[i] = fcntl(sources[i], F_DUPFD_CLOEXEC, 64);
    if (raised[i] < 0) result = errno;
  }
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  sigset_t every, none;
  sigfillset(&every);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &every);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  for (int i = 0; i < count && result == 0; i++) {
    result = posix_spawn_file_actions_adddup2(&actions, raised[i], targets[i]);
  }
  pid_t child = 0;
  if (result == 0) result = posix_spawn(&child, path, &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (int i = 0; i < count; i++) {
    if (raised[i] >= 0) close(raised[i]);
  }
  *process = child;
  return result;
}

int lh_reap(int32_t process, int32_t *status) {
  pid_t result = waitpid(process, status, WNOHANG);
  return result == process ? 1 : result == 0 ? 0 : -1;
}

int lh_landlock_version(void) {
  // LANDLOCK_CREATE_RULESET_VERSION
  return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1u);
}
