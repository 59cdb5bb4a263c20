// SPDX-License-Identifier: MIT
//
// What a process finds itself with, one value each, to be compared with what it should be.

#include "probe.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

extern char **environ;

static enum outcome open_descriptors(int argc, char **argv) {
  int last = (int)number(argc, argv, 0, 3);
  for (int file = last + 1; file < 70000; file++) {
    struct stat status;
    if (fstat(file, &status) == 0) return done("descriptor %d is open, mode %o", file, status.st_mode);
    if (errno != EBADF) return inconclusive("fstat(%d)", file);
  }
  errno = EBADF;
  return refused("nothing above %d", last);
}

static enum outcome read_descriptor(int argc, char **argv) {
  if (argc < 1) return USAGE;
  char text[128] = "";
  ssize_t length = read((int)number(argc, argv, 0, -1), text, sizeof text - 1);
  return length < 0 ? refused("read(%s)", argv[0]) : done("read %s", text);
}

static enum outcome kind_of(int argc, char **argv) {
  struct stat status;
  if (fstat((int)number(argc, argv, 0, 0), &status) != 0) return refused("fstat");
  if (S_ISCHR(status.st_mode)) {
    return done("device %u:%u", major(status.st_rdev), minor(status.st_rdev));
  }
  return done("%s", S_ISFIFO(status.st_mode)   ? "pipe"
                    : S_ISSOCK(status.st_mode) ? "socket"
                    : S_ISREG(status.st_mode)  ? "file"
                                               : "other");
}

static enum outcome is_terminal(int argc, char **argv) {
  for (int file = 0; file < 3; file++) {
    if (isatty(file)) return done("descriptor %d is a terminal", file);
  }
  errno = ENOTTY;
  return refused("0, 1 and 2");
}

static enum outcome own_terminal(int argc, char **argv) {
  int file = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  return file < 0 ? refused("open(/dev/tty)") : done("open(/dev/tty)");
}

// Any variable but those named.
static enum outcome other_variables(int argc, char **argv) {
  for (char **variable = environ; *variable != NULL; variable++) {
    bool known = false;
    for (int i = 0; i < argc; i++) {
      size_t length = strlen(argv[i]);
      known |= strncmp(*variable, argv[i], length) == 0 && (*variable)[length] == '=';
    }
    if (!known) return done("%s", *variable);
  }
  errno = ENOENT;
  return refused("no other variable");
}

static enum outcome variable_value(int argc, char **argv) {
  if (argc < 1) return USAGE;
  const char *value = getenv(argv[0]);
  if (value != NULL) return done("%s=%s", argv[0], value);
  errno = ENOENT;
  return refused("getenv(%s)", argv[0]);
}

// Variables that steer a loader, an allocator or a shell.
static enum outcome steering_variables(int argc, char **argv) {
  static const char *const begins[] = {"LD_", "GCONV_", "MALLOC_", "GLIBC_", "BASH_", "ENV=", "IFS=",
                                       "PYTHON", "PERL", "NODE_", "DYLD_", "GETCONF_", "LOCPATH",
                                       "NLSPATH", "RES_", "HOSTALIASES", "TMPFILE", "SSH_", "DBUS_",
                                       "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_"};
  for (char **variable = environ; *variable != NULL; variable++) {
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++) {
      if (strncmp(*variable, begins[i], strlen(begins[i])) == 0) return done("%s", *variable);
    }
  }
  errno = ENOENT;
  return refused("none that steers a program");
}

static enum outcome working_folder(int argc, char **argv) {
  char path[4096];
  if (getcwd(path, sizeof path) == NULL) return refused("getcwd");
  return done("%s", path);
}

static enum outcome file_mask(int argc, char **argv) {
  mode_t mask = umask(077);
  umask(mask);
  return done("%03o", mask);
}

static enum outcome host_name(int argc, char **argv) {
  struct utsname name;
  if (uname(&name) != 0) return refused("uname");
  return done("%s", name.nodename);
}

static enum outcome domain_name(int argc, char **argv) {
  struct utsname name;
  if (uname(&name) != 0) return refused("uname");
  return done("%s", name.domainname);
}

static enum outcome process_number(int argc, char **argv) {
  return done("%d", getpid());
}

static enum outcome parent_number(int argc, char **argv) {
  return done("%d", getppid());
}

static enum outcome session_number(int argc, char **argv) {
  // Its own session: the number of the leader is its own.
  return done("%s", getsid(0) == getpid() ? "own" : "another's");
}

static enum outcome user_ids(int argc, char **argv) {
  uid_t user[3];
  gid_t group[3];
  if (getresuid(&user[0], &user[1], &user[2]) != 0) return refused("getresuid");
  if (getresgid(&group[0], &group[1], &group[2]) != 0) return refused("getresgid");
  bool root = getuid() == 0 || getgid() == 0;
  for (int i = 0; i < 3; i++) root |= user[i] == 0 || group[i] == 0;
  if (root) return done("root: %u %u", user[1], group[1]);
  errno = EPERM;
  return refused("%u %u", user[1], group[1]);
}

static enum outcome masked_signals(int argc, char **argv) {
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int i = 1; i < _NSIG; i++) {
    struct sigaction action;
    if (sigismember(&blocked, i) == 1) return done("signal %d is blocked", i);
    if (sigaction(i, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
      return done("signal %d is ignored", i);
    }
  }
  errno = ENOENT;
  return refused("no signal is blocked or ignored");
}

static enum outcome limit_of(int argc, char **argv) {
  struct rlimit limit;
  int which = (int)number(argc, argv, 0, RLIMIT_NOFILE);
  if (getrlimit((__rlimit_resource_t)which, &limit) != 0) return refused("getrlimit(%d)", which);
  if (limit.rlim_max == RLIM_INFINITY) return done("no limit");
  unsigned long long most = (unsigned long long)number(argc, argv, 1, 0);
  // A limit is what cannot be raised: the hard one.
  if (limit.rlim_max > most) return done("%llu", (unsigned long long)limit.rlim_max);
  errno = EDQUOT;
  return refused("at most %llu", (unsigned long long)limit.rlim_max);
}

static enum outcome niceness(int argc, char **argv) {
  return done("%d", getpriority(PRIO_PROCESS, 0));
}

static enum outcome scheduler(int argc, char **argv) {
  return done("%d", sched_getscheduler(0));
}

static enum outcome persona(int argc, char **argv) {
  int value = personality(0xffffffff);
  return value < 0 ? refused("personality") : done("%x", (unsigned int)value);
}

static enum outcome new_privileges(int argc, char **argv) {
  int value = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
  if (value < 0) return inconclusive("prctl(PR_GET_NO_NEW_PRIVS)");
  if (value == 0) return done("exec may give privileges");
  errno = EPERM;
  return refused("no_new_privs is set");
}

static enum outcome capabilities(int argc, char **argv) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct sets[2] = {{0}};
  if (syscall(SYS_capget, &header, sets) != 0) return inconclusive("capget");
  for (int i = 0; i < 2; i++) {
    if ((sets[i].effective | sets[i].permitted | sets[i].inheritable) != 0) {
      return done("effective %x permitted %x inheritable %x", sets[i].effective, sets[i].permitted,
                  sets[i].inheritable);
    }
  }
  errno = EPERM;
  return refused("effective, permitted and inheritable are empty");
}

static enum outcome bounding_set(int argc, char **argv) {
  for (int i = 0; i < 64; i++) {
    int value = prctl(PR_CAPBSET_READ, i, 0, 0, 0);
    if (value < 0 && errno == EINVAL) break;
    if (value < 0) return inconclusive("prctl(PR_CAPBSET_READ)");
    if (value == 1) return done("capability %d is in the bounding set", i);
  }
  errno = EPERM;
  return refused("the bounding set is empty");
}

static enum outcome ambient_set(int argc, char **argv) {
  for (int i = 0; i < 64; i++) {
    int value = prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, i, 0, 0);
    if (value < 0 && errno == EINVAL) break;
    if (value < 0) return inconclusive("prctl(PR_CAP_AMBIENT_IS_SET)");
    if (value == 1) return done("capability %d is ambient", i);
  }
  errno = EPERM;
  return refused("the ambient set is empty");
}

static enum outcome secure_bits(int argc, char **argv) {
  int value = prctl(PR_GET_SECUREBITS, 0, 0, 0, 0);
  return value < 0 ? inconclusive("prctl(PR_GET_SECUREBITS)") : done("%x", (unsigned int)value);
}

// Whether somebody was here before: any entry but those named.
static enum outcome left_over(int argc, char **argv) {
  if (argc < 1) return USAGE;
  DIR *folder = opendir(argv[0]);
  if (folder == NULL) return inconclusive("opendir(%s)", argv[0]);
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    bool known = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    for (int i = 1; i < argc; i++) known |= strcmp(entry->d_name, argv[i]) == 0;
    if (!known) return done("%s was there", entry->d_name);
  }
  closedir(folder);
  errno = ENOENT;
  return refused("nothing was there");
}

static enum outcome interfaces(int argc, char **argv) {
  int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return inconclusive("socket(AF_INET, SOCK_DGRAM)");
  for (int i = 1; i < 64; i++) {
    struct ifreq request = {.ifr_ifindex = i};
    if (ioctl(file, SIOCGIFNAME, &request) != 0) continue;
    if (ioctl(file, SIOCGIFFLAGS, &request) != 0) return inconclusive("ioctl(SIOCGIFFLAGS)");
    if ((request.ifr_flags & IFF_UP) != 0) return done("%s is up", request.ifr_name);
  }
  errno = ENETDOWN;
  return refused("no interface is up");
}

// A right over files that nobody's mode bits give, with a file of one's own.
static enum outcome override_mode(int argc, char **argv) {
  // Made with that mode: a guest need not be able to change one.
  int file = open("./closed", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);
  if (file < 0) return inconclusive("open(./closed)");
  close(file);
  file = open("./closed", O_RDONLY | O_CLOEXEC);
  int error = errno;
  unlink("./closed");
  errno = error;
  return file < 0 ? refused("a file of mode 0") : done("a file of mode 0 was opened");
}

static const struct probe probes[] = {
    {"descriptors-above", "[LAST]", "whether more is open", open_descriptors},
    {"read-descriptor", "NUMBER", "read what a descriptor names", read_descriptor},
    {"descriptor-kind", "NUMBER", "what a descriptor is", kind_of},
    {"terminal", "", "whether 0, 1 or 2 is a terminal", is_terminal},
    {"own-terminal", "", "open the controlling terminal", own_terminal},
    {"variables-beside", "NAME…", "any other variable", other_variables},
    {"variable", "NAME", "a variable's value", variable_value},
    {"variables-steering", "", "variables that steer programs", steering_variables},
    {"working-folder", "", "where it is", working_folder},
    {"umask", "", "the file mode mask", file_mask},
    {"hostname", "", "the host's name", host_name},
    {"domainname", "", "the domain's name", domain_name},
    {"pid", "", "its number", process_number},
    {"ppid", "", "its parent's number", parent_number},
    {"session", "", "whose session it is in", session_number},
    {"root-id", "", "whether any of its ids is root's", user_ids},
    {"signals-masked", "", "signals that are blocked or ignored", masked_signals},
    {"limit-above", "RESOURCE MOST", "whether a limit is higher than this", limit_of},
    {"niceness", "", "its niceness", niceness},
    {"scheduler", "", "its scheduling class", scheduler},
    {"personality", "", "its personality", persona},
    {"new-privileges", "", "whether exec may give privileges", new_privileges},
    {"capabilities", "", "any effective, permitted or inheritable", capabilities},
    {"bounding-set", "", "any capability in the bounding set", bounding_set},
    {"ambient-set", "", "any ambient capability", ambient_set},
    {"securebits-value", "", "the securebits", secure_bits},
    {"left-over", "FOLDER NAME…", "any entry of a folder but these", left_over},
    {"interfaces", "", "an interface that is up", interfaces},
    {"override-mode", "", "open a file of mode 0", override_mode},
};
const struct probe_group lookout_group = {probes, sizeof probes / sizeof probes[0]};
