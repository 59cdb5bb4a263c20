// SPDX-License-Identifier: MIT
//
// What a process finds itself with, without any help of /proc: one JSON object a line.

#include "probe.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

extern char **environ;

static void string(const char *text) {
  putchar('"');
  for (; *text != 0; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte == '"' || byte == '\\') {
      printf("\\%c", byte);
    } else if (byte < 0x20) {
      printf("\\u%04x", byte);
    } else {
      putchar(byte);
    }
  }
  putchar('"');
}

static void begin(const char *name) {
  printf("{\"name\":\"%s\",\"value\":", name);
}

static void end(void) {
  printf("}\n");
}

static void value(const char *name, long long number) {
  begin(name);
  printf("%lld", number);
  end();
}

static void text(const char *name, const char *words) {
  begin(name);
  string(words);
  end();
}

static void identity(void) {
  uid_t user[3];
  gid_t group[3];
  getresuid(&user[0], &user[1], &user[2]);
  getresgid(&group[0], &group[1], &group[2]);
  begin("uid");
  printf("[%u,%u,%u]", user[0], user[1], user[2]);
  end();
  begin("gid");
  printf("[%u,%u,%u]", group[0], group[1], group[2]);
  end();
  gid_t groups[64];
  int count = getgroups(64, groups);
  begin("groups");
  printf("[");
  for (int i = 0; i < count; i++) printf("%s%u", i == 0 ? "" : ",", groups[i]);
  printf("]");
  end();
  value("pid", getpid());
  value("ppid", getppid());
  value("session", getsid(0));
  value("processGroup", getpgid(0));
}

static void privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2] = {{0}};
  syscall(SYS_capget, &header, sets);
  unsigned long long bounding = 0, ambient = 0;
  for (int i = 0; i < 64; i++) {
    if (prctl(PR_CAPBSET_READ, i) == 1) bounding |= 1ULL << i;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, i, 0, 0) == 1) ambient |= 1ULL << i;
  }
  begin("capabilities");
  printf("{\"effective\":%llu,\"permitted\":%llu,\"inheritable\":%llu,\"bounding\":%llu,"
         "\"ambient\":%llu}",
         sets[0].effective | (unsigned long long)sets[1].effective << 32,
         sets[0].permitted | (unsigned long long)sets[1].permitted << 32,
         sets[0].inheritable | (unsigned long long)sets[1].inheritable << 32, bounding, ambient);
  end();
  value("securebits", prctl(PR_GET_SECUREBITS));
  value("noNewPrivileges", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  value("seccomp", prctl(PR_GET_SECCOMP));
  value("dumpable", prctl(PR_GET_DUMPABLE));
  int death = 0;
  prctl(PR_GET_PDEATHSIG, &death);
  value("parentDeathSignal", death);
}

static void signals(void) {
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, NULL, &blocked);
  begin("blockedSignals");
  printf("[");
  const char *separator = "";
  for (int i = 1; i < _NSIG; i++) {
    if (sigismember(&blocked, i) != 1) continue;
    printf("%s%d", separator, i);
    separator = ",";
  }
  printf("]");
  end();
  begin("ignoredSignals");
  printf("[");
  separator = "";
  for (int i = 1; i < _NSIG; i++) {
    struct sigaction action;
    if (sigaction(i, NULL, &action) != 0 || action.sa_handler != SIG_IGN) continue;
    printf("%s%d", separator, i);
    separator = ",";
  }
  printf("]");
  end();
}

static void surroundings(void) {
  begin("environment");
  printf("[");
  for (char **variable = environ; *variable != NULL; variable++) {
    if (variable != environ) printf(",");
    string(*variable);
  }
  printf("]");
  end();
  char buffer[4096];
  text("workingDirectory", getcwd(buffer, sizeof buffer) == NULL ? "?" : buffer);
  text("hostname", gethostname(buffer, sizeof buffer) != 0 ? "?" : buffer);
  text("domain", getdomainname(buffer, sizeof buffer) != 0 ? "?" : buffer);
  mode_t mask = umask(0);
  umask(mask);
  value("umask", mask);
  value("terminal", open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC) >= 0);
}

static void descriptors(void) {
  begin("descriptors");
  printf("[");
  const char *separator = "";
  for (int file = 0; file < 70000; file++) {
    struct stat status;
    if (fstat(file, &status) != 0) continue;
    const char *kind = S_ISREG(status.st_mode)    ? "file"
                       : S_ISDIR(status.st_mode)  ? "folder"
                       : S_ISCHR(status.st_mode)  ? "device"
                       : S_ISFIFO(status.st_mode) ? "pipe"
                       : S_ISSOCK(status.st_mode) ? "socket"
                                                  : "other";
    printf("%s{\"number\":%d,\"kind\":\"%s\"}", separator, file, kind);
    separator = ",";
  }
  printf("]");
  end();
}

static void limits(void) {
  static const char *const names[] = {
      "cpu",    "fileSize", "data",           "stack",        "core", "residentSet", "processes", "openFiles",
      "memoryLocked", "addressSpace", "locks", "pendingSignals", "messageQueue", "nice", "realtimePriority",
      "realtimeTime",
  };
  begin("limits");
  printf("{");
  for (int i = 0; i < 16; i++) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)i, &limit) != 0) continue;
    printf("%s\"%s\":[", i == 0 ? "" : ",", names[i]);
    for (int j = 0; j < 2; j++) {
      rlim_t bound = j == 0 ? limit.rlim_cur : limit.rlim_max;
      if (j == 1) printf(",");
      if (bound == RLIM_INFINITY) {
        printf("null");
      } else {
        printf("%llu", (unsigned long long)bound);
      }
    }
    printf("]");
  }
  printf("}");
  end();
}

static void mounts(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    struct statvfs status;
    if (statvfs(argv[i], &status) != 0) continue;
    begin("mount");
    printf("{\"path\":");
    string(argv[i]);
    printf(",\"readOnly\":%s,\"noSetID\":%s,\"noDevices\":%s,\"noExecution\":%s,\"bytes\":%llu,"
           "\"files\":%llu}",
           (status.f_flag & ST_RDONLY) != 0 ? "true" : "false",
           (status.f_flag & ST_NOSUID) != 0 ? "true" : "false",
           (status.f_flag & ST_NODEV) != 0 ? "true" : "false",
           (status.f_flag & ST_NOEXEC) != 0 ? "true" : "false",
           (unsigned long long)status.f_blocks * status.f_frsize,
           (unsigned long long)status.f_files);
    end();
  }
}

static void network(void) {
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  begin("interfaces");
  if (file < 0) {
    string(strerrorname_np(errno));
    end();
    return;
  }
  printf("[");
  for (int i = 1, first = 1; i < 64; i++) {
    struct ifreq request = {.ifr_ifindex = i};
    if (ioctl(file, SIOCGIFNAME, &request) != 0) continue;
    printf("%s{\"name\":", first ? "" : ",");
    first = 0;
    string(request.ifr_name);
    bool known = ioctl(file, SIOCGIFFLAGS, &request) == 0;
    printf(",\"up\":%s}", known && (request.ifr_flags & IFF_UP) != 0 ? "true" : "false");
  }
  printf("]");
  end();
  close(file);
}

static enum outcome posture(int argc, char **argv) {
  descriptors();
  identity();
  privileges();
  signals();
  surroundings();
  limits();
  mounts(argc, argv);
  network();
  return DONE;
}

static const struct probe probes[] = {
    {"posture", "[MOUNT…]", "what this process has, as JSON lines", posture},
};
const struct probe_group posture_group = {probes, sizeof probes / sizeof probes[0]};
