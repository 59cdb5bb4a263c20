// SPDX-License-Identifier: MIT

extension Intent {
  /// To start, to know itself, to end.
  ///
  /// `prlimit64` reads the guest's own limits only. The ids that the calls tell are those inside the
  /// guest's namespaces.
  ///
  /// Admits: `exit`, `exit_group`, `rt_sigreturn`, `restart_syscall`, `getpid`, `getppid`, `gettid`,
  /// `getuid`, `geteuid`, `getgid`, `getegid`, `getresuid`, `getresgid`, `getgroups`, `getpgrp`,
  /// `getpgid`, `getsid`, `uname`, `sysinfo`, `times`, `getrusage`, `getrlimit`, `prlimit64`,
  /// `getpriority`, `arch_prctl`, `prctl`.
  public static let basics = Intent(
    "basics", "start, know itself, end",
    rules: """
      allow exit exit_group rt_sigreturn restart_syscall
      allow getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups
        getpgrp getpgid getsid
      allow uname sysinfo times getrusage getrlimit getpriority
      prlimit64: pid == 0 && new_limit == 0
      arch_prctl: option in {ARCH_SET_FS, ARCH_GET_FS, ARCH_GET_GS, ARCH_CET_STATUS,
        ARCH_SHSTK_STATUS}
      prctl: option in {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_GET_NO_NEW_PRIVS,
        PR_GET_TIMERSLACK, PR_GET_PDEATHSIG, PR_GET_THP_DISABLE, PR_GET_TSC}
      """)

  /// Memory of its own, never executable.
  ///
  /// No protection with `PROT_EXEC`, at mapping or later. `madvise` takes the advice that allocators
  /// give; poisoning pages and sharing equal pages with others (a side channel) are left out.
  ///
  /// Admits: `brk`, `mmap`, `munmap`, `mremap`, `mprotect`, `madvise`, `msync`, `prctl`.
  public static let memory = Intent(
    "memory", "memory of its own, never executable",
    rules: """
      allow brk munmap mremap msync
      mmap: prot in PROT_READ|PROT_WRITE
      mprotect: prot in PROT_READ|PROT_WRITE|PROT_GROWSDOWN
      madvise: advice in {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED,
        MADV_FREE, MADV_REMOVE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP,
        MADV_COLD, MADV_PAGEOUT, MADV_POPULATE_READ, MADV_POPULATE_WRITE, MADV_DONTFORK,
        MADV_DOFORK, MADV_WIPEONFORK, MADV_KEEPONFORK, MADV_COLLAPSE, MADV_GUARD_INSTALL,
        MADV_GUARD_REMOVE}
      prctl: option == PR_SET_VMA
      """)

  /// Threads of this process; no new process.
  ///
  /// `clone` must ask for all that makes a thread (`CLONE_VM`, `CLONE_FS`, `CLONE_FILES`,
  /// `CLONE_SIGHAND`, `CLONE_THREAD`) and may ask for nothing beyond what a C library asks for.
  ///
  /// Admits: `clone`, `futex`, `set_tid_address`, `set_robust_list`, `get_robust_list`, `rseq`,
  /// `membarrier`, `sched_yield`, `sched_getaffinity`, `sched_getparam`, `sched_getscheduler`,
  /// `sched_get_priority_max`, `sched_get_priority_min`, `getcpu`.
  public static let threads = Intent(
    "threads", "threads of this process; no new process",
    rules: """
      clone: flags has CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD
        && flags in CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD|CLONE_SYSVSEM
        |CLONE_SETTLS|CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID|CLONE_CHILD_SETTID|CLONE_DETACHED
      allow futex set_tid_address set_robust_list rseq
      get_robust_list: pid == 0
      membarrier: command in {MEMBARRIER_CMD_QUERY, MEMBARRIER_CMD_PRIVATE_EXPEDITED,
        MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED}
      allow sched_yield sched_getaffinity sched_getparam sched_getscheduler
        sched_get_priority_max sched_get_priority_min getcpu
      """)

  /// To read clocks and to sleep.
  ///
  /// Most readings never reach the kernel (they are the vDSO's).
  ///
  /// Admits: `clock_gettime`, `clock_getres`, `clock_nanosleep`, `nanosleep`, `gettimeofday`, `time`.
  public static let time = Intent(
    "time", "read clocks and sleep",
    rules: """
      allow clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday time
      """)

  /// Timers that end in a signal.
  ///
  /// Admits: `alarm`, `setitimer`, `getitimer`, `timer_create`, `timer_settime`, `timer_gettime`,
  /// `timer_getoverrun`, `timer_delete`.
  public static let timers = Intent(
    "timers", "timers that end in a signal",
    rules: """
      allow alarm setitimer getitimer timer_create timer_settime timer_gettime timer_getoverrun
        timer_delete
      """)

  /// Random numbers from the kernel.
  ///
  /// Without `GRND_RANDOM`, which can be drained.
  ///
  /// Admits: `getrandom`.
  public static let randomness = Intent(
    "randomness", "random numbers",
    rules: """
      getrandom: flags in GRND_NONBLOCK|GRND_INSECURE
      """)

  /// Signal handlers, and signals to its own threads.
  ///
  /// A filter cannot tell whose thread `tgkill` means: its own numbers are known only after the
  /// start. What it can reach is bounded by the pid namespace and by Landlock's signal scope. `kill`,
  /// which reaches groups and everybody, is part of `processes`.
  ///
  /// Admits: `rt_sigaction`, `rt_sigprocmask`, `rt_sigpending`, `rt_sigsuspend`, `rt_sigtimedwait`,
  /// `sigaltstack`, `signalfd`, `signalfd4`, `tgkill`, `pause`.
  public static let signals = Intent(
    "signals", "signal handlers, and signals to its own threads",
    rules: """
      allow rt_sigaction rt_sigprocmask rt_sigpending rt_sigsuspend rt_sigtimedwait sigaltstack
        signalfd signalfd4 pause
      tgkill: pid in ~0x80000000 && tid in ~0x80000000
      """)

  /// Input and output on descriptors that are open already.
  ///
  /// `ioctl` is admitted for the few requests that say or set something of a descriptor; both halves
  /// of the request's register are compared. `fcntl` leaves out signals on readiness and leases.
  ///
  /// Admits: `read`, `write`, `readv`, `writev`, `pread64`, `pwrite64`, `preadv`, `pwritev`, `lseek`,
  /// `close`, `close_range`, `fstat`, `newfstatat`, `dup`, `dup2`, `dup3`, `fcntl`, `ioctl`, `poll`,
  /// `ppoll`, `select`, `pselect6`, `pipe`, `pipe2`, `sendfile`, `copy_file_range`, `fadvise64`,
  /// `fsync`, `fdatasync`.
  public static let streams = Intent(
    "streams", "input and output on open descriptors",
    rules: """
      allow read write readv writev pread64 pwrite64 preadv pwritev lseek
      allow sendfile copy_file_range fadvise64
      allow close close_range dup dup2 dup3 pipe pipe2 fstat fsync fdatasync
      newfstatat: flags has AT_EMPTY_PATH
      fcntl: command in {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL,
        F_GET_SEALS, F_ADD_SEALS, F_GETPIPE_SZ, F_DUPFD_QUERY, F_CREATED_QUERY}
      ioctl: request in {FIONREAD, FIONBIO, FIOCLEX, FIONCLEX, FIOQSIZE, TCGETS, TIOCGWINSZ}
      allow poll ppoll select pselect6
      """)

  /// Files and folders by path, within what the mounts and Landlock leave visible.
  ///
  /// Which files is not this layer's business. Owners, devices, FIFOs and extended attributes stay
  /// as they are; attributes can be read. No file can be given the bits that change the user of who runs
  /// it: in a folder that others can reach it would be a way out. (One that is made with them loses them
  /// with its first byte.)
  ///
  /// Admits: `open`, `openat`, `creat`, `stat`, `lstat`, `newfstatat`, `statx`, `access`,
  /// `faccessat`, `faccessat2`, `readlink`, `readlinkat`, `statfs`, `fstatfs`, `getcwd`, `chdir`,
  /// `fchdir`, `getdents`, `getdents64`, `mkdir`, `mkdirat`, `rmdir`, `unlink`, `unlinkat`, `rename`,
  /// `renameat`, `renameat2`, `link`, `linkat`, `symlink`, `symlinkat`, `truncate`, `ftruncate`,
  /// `fallocate`, `readahead`, `sync_file_range`, `chmod`, `fchmod`, `fchmodat`, `umask`, `utime`, `utimes`, `futimesat`, `utimensat`, `flock`, `fcntl`, `getxattr`,
  /// `lgetxattr`, `fgetxattr`, `listxattr`, `llistxattr`, `flistxattr`.
  public static let files = Intent(
    "files", "files and folders, as far as the mounts show them",
    rules: """
      allow open openat creat stat lstat newfstatat statx access faccessat faccessat2
        readlink readlinkat statfs fstatfs getcwd chdir fchdir getdents getdents64
      allow mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat
        symlink symlinkat
      allow truncate ftruncate fallocate readahead sync_file_range
      chmod: mode in 0o1777
      fchmod: mode in 0o1777
      fchmodat: mode in 0o1777
      allow umask utime utimes futimesat utimensat flock
      fcntl: command in {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW}
      allow getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
      """)

  /// Files in memory, to pass bytes over the wire.
  ///
  /// Admits: `memfd_create`, `ftruncate`.
  public static let memoryFiles = Intent(
    "memory-files", "files in memory, to pass over the wire",
    rules: """
      memfd_create: flags in MFD_CLOEXEC|MFD_ALLOW_SEALING|MFD_NOEXEC_SEAL
      allow ftruncate
      """)

  /// Waiting for many things at once: what libdispatch and event loops stand on.
  ///
  /// Admits: `epoll_create`, `epoll_create1`, `epoll_ctl`, `epoll_wait`, `epoll_pwait`,
  /// `epoll_pwait2`, `eventfd`, `eventfd2`, `timerfd_create`, `timerfd_settime`, `timerfd_gettime`.
  public static let events = Intent(
    "events", "wait for many things at once",
    rules: """
      allow epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
      allow eventfd eventfd2 timerfd_settime timerfd_gettime
      timerfd_create: clock in {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_BOOTTIME}
      """)

  /// To be told of changes in folders.
  ///
  /// Admits: `inotify_init`, `inotify_init1`, `inotify_add_watch`, `inotify_rm_watch`.
  public static let watching = Intent(
    "watching", "be told of changes in folders",
    rules: """
      allow inotify_init inotify_init1 inotify_add_watch inotify_rm_watch
      """)

  /// The wire to the host: messages on descriptor 3, and on no other.
  ///
  /// Without an address, so that a socket which came over the wire is of no use either.
  ///
  /// Admits: `sendmsg`, `recvmsg`, `sendto`, `recvfrom`, `getsockopt`, `shutdown`.
  public static let wire = Intent(
    "wire", "messages on the wire to the host, descriptor 3",
    rules: """
      sendmsg: fd == 3
      recvmsg: fd == 3
      sendto: fd == 3 && address == 0
      recvfrom: fd == 3 && address == 0
      getsockopt: fd == 3 && level == SOL_SOCKET
      shutdown: fd == 3
      """)

  /// Pairs of connected sockets inside the guest.
  ///
  /// `AF_UNIX` pairs only; nothing can be bound, connected or addressed. How much a socket holds stays
  /// as it is: it is memory that no limit of the kernel counts.
  ///
  /// Admits: `socketpair`, `sendmsg`, `recvmsg`, `sendto`, `recvfrom`, `getsockopt`, `setsockopt`,
  /// `shutdown`, `getsockname`, `getpeername`.
  public static let pairs = Intent(
    "pairs", "pairs of connected sockets inside the guest",
    rules: """
      socketpair: domain == AF_UNIX
      allow sendmsg recvmsg shutdown getsockname getpeername
      sendto: address == 0
      recvfrom: address == 0
      getsockopt: level == SOL_SOCKET
      setsockopt: level == SOL_SOCKET && option in {SO_RCVBUF, SO_RCVTIMEO, SO_SNDTIMEO,
        SO_RCVLOWAT, SO_SNDLOWAT, SO_LINGER}
      """)

  /// New processes by `fork` and its kin, waiting for them, and signals among them.
  ///
  /// New namespaces stay out: no flag of theirs passes.
  ///
  /// Admits: `fork`, `vfork`, `clone`, `wait4`, `waitid`, `kill`, `tkill`, `pidfd_open`,
  /// `pidfd_send_signal`, `setpgid`, `setsid`, `rt_sigqueueinfo`, `rt_tgsigqueueinfo`, `prctl`.
  public static let processes = Intent(
    "processes", "new processes, waiting for them, signals among them",
    rules: """
      allow fork vfork wait4 waitid kill tkill pidfd_open pidfd_send_signal setpgid setsid
        rt_sigqueueinfo rt_tgsigqueueinfo
      clone: flags in CLONE_VM|CLONE_VFORK|CLONE_PARENT_SETTID|CLONE_CHILD_CLEARTID
        |CLONE_CHILD_SETTID|CLONE_SETTLS|CLONE_PIDFD|SIGCHLD
      prctl: option in {PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER}
      """)

  /// To turn into another program, of those that the mounts show.
  ///
  /// Admits: `execve`, `execveat`.
  public static let execution = Intent(
    "execution", "run other programs, as far as the mounts show them",
    rules: """
      allow execve execveat
      """)

  /// To load code from files: what a dynamic executable needs before its first instruction.
  ///
  /// Code is mapped from a file, privately and never writable. A filter cannot see which file: the
  /// container is mounted `noexec`; a file in memory (`memory-files`) is not covered by that, so a
  /// guest with both can run code that it wrote, in its own process and with no more rights.
  ///
  /// Files are opened for reading only, without waiting where the caller wants that: libdispatch looks
  /// so at its threads in `/proc`, and ends the program where it may not. The stack cannot be made
  /// executable, which a few old libraries ask for.
  ///
  /// Admits: `mmap`, `mprotect`, `munmap`, `openat`, `open`, `read`, `pread64`, `close`, `fstat`,
  /// `newfstatat`, `access`, `readlink`, `rseq`, `arch_prctl`.
  public static let libraries = Intent(
    "libraries", "load code from files, never writable",
    rules: """
      mmap: prot in PROT_READ|PROT_EXEC
        && flags in MAP_PRIVATE|MAP_FIXED|MAP_DENYWRITE|MAP_EXECUTABLE|MAP_FIXED_NOREPLACE
      mprotect: prot in PROT_READ|PROT_WRITE
      allow munmap read pread64 close fstat newfstatat access readlink rseq
      openat: flags in O_CLOEXEC|O_NOFOLLOW|O_LARGEFILE|O_NONBLOCK
      open: flags in O_CLOEXEC|O_NOFOLLOW|O_LARGEFILE|O_NONBLOCK
      arch_prctl: option in {ARCH_SET_FS, ARCH_GET_FS, ARCH_CET_STATUS}
      """)

  /// Its own order of running: niceness, affinity, scheduling classes that everyone may choose.
  ///
  /// Admits: `setpriority`, `sched_setaffinity`, `sched_setscheduler`, `sched_setparam`.
  public static let scheduling = Intent(
    "own-scheduling", "choose its own niceness and processors",
    rules: """
      setpriority: which == PRIO_PROCESS
      allow sched_setaffinity sched_setparam
      sched_setscheduler: policy in {SCHED_OTHER, SCHED_BATCH, SCHED_IDLE}
      """)

  /// Sockets to the world.
  ///
  /// Whether there is a world is the net namespace's business.
  ///
  /// Admits: `socket`, `socketpair`, `connect`, `bind`, `listen`, `accept`, `accept4`, `getsockname`,
  /// `getpeername`, `setsockopt`, `getsockopt`, `sendto`, `recvfrom`, `sendmsg`, `recvmsg`,
  /// `sendmmsg`, `recvmmsg`, `shutdown`, `ioctl`.
  static let hostNetworkIntent = Intent(
    "host-network", "sockets to the world", isDangerous: true,
    rules: """
      socket: domain in {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK}
        && type & 15 == SOCK_STREAM || domain in {AF_UNIX, AF_INET, AF_INET6}
        && type & 15 == SOCK_DGRAM || domain == AF_UNIX && type & 15 == SOCK_SEQPACKET
        || domain == AF_NETLINK && type & 15 == SOCK_RAW && protocol == 0
      allow socketpair connect bind listen accept accept4 getsockname getpeername setsockopt
        getsockopt sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown
      ioctl: request in {SIOCGIFCONF, SIOCGIFFLAGS, SIOCGIFADDR}
      """)

  /// Memory that is writable and executable, or becomes executable: what compilers at run time need.
  ///
  /// Admits: `mmap`, `mprotect`, `pkey_mprotect`, `pkey_alloc`, `pkey_free`.
  static let writableCodeIntent = Intent(
    "writable-code", "memory that is both written and run", isDangerous: true,
    rules: """
      allow mmap mprotect pkey_mprotect pkey_alloc pkey_free
      """)

  /// Debuggers: looking into and steering its own children.
  ///
  /// Admits: `ptrace`, `process_vm_readv`, `process_vm_writev`, `prctl`, `personality`.
  static let tracingIntent = Intent(
    "tracing-children", "look into and steer its own children", isDangerous: true,
    rules: """
      allow ptrace process_vm_readv process_vm_writev
      prctl: option == PR_SET_PTRACER
      personality: persona in {0, 0x40000, 0xffffffff}
      """)

  /// Every intent, in the order in which `explain` shows them.
  public static let all: [Intent] = [
    basics, memory, threads, time, timers, randomness, signals, streams, files, memoryFiles, events,
    watching, wire, pairs, processes, execution, libraries, scheduling, hostNetworkIntent,
    writableCodeIntent, tracingIntent,
  ]
}

extension DangerousIntent {
  /// Sockets to the world: `allow host-network because "…"`.
  public static let hostNetwork = DangerousIntent(.hostNetworkIntent)
  /// Memory that is both written and run: `allow writable-code because "…"`.
  public static let writableCode = DangerousIntent(.writableCodeIntent)
  /// To look into and steer its own children: `allow tracing-children because "…"`.
  public static let tracingChildren = DangerousIntent(.tracingIntent)
}
