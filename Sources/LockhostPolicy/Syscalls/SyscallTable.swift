// SPDX-License-Identifier: MIT

/// The calls of x86-64 Linux up to 6.18: the one place for their numbers, names and arguments.
///
/// From the kernel's `arch/x86/entry/syscalls/syscall_64.tbl`, without the entries that have never
/// had a function behind them in a kernel that lockhost supports. The numbers 512 to 547 belong to
/// x32 and are left out with it. `uretprobe` and `uprobe` are here for their names: since Linux 6.14
/// the kernel answers them whatever a filter says, with `SIGILL` or an error unless its own probe made
/// the call. A row is a number, a name, and for each argument a name and a kind.
enum SyscallTable {
  static let calls: [Syscall] = TableText.rows(rows).compactMap(parse)

  static let byNumber: [UInt32: Syscall] = Dictionary(
    calls.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })

  static let byName: [String: Syscall] = Dictionary(
    calls.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// How many rows there are; a test compares it with `calls`, so that none is dropped.
  static var rowCount: Int { TableText.rows(rows).count }

  private static func parse(_ row: Substring.UTF8View) -> Syscall? {
    let words = TableText.words(row)
    guard words.count >= 2, let number = UInt32(words[0]) else { return nil }
    var arguments: [Syscall.Argument] = []
    for word in words.dropFirst(2) {
      let parts = TableText.pair(word, ":")
      guard let parts, let kind = ArgumentKind.named(String(parts.1)) else { return nil }
      arguments.append(Syscall.Argument(name: String(parts.0), kind: kind))
    }
    return Syscall(number: number, name: String(words[1]), arguments: arguments)
  }

  private static let rows = """
    0 read fd:fd buffer:ptr count:size
    1 write fd:fd buffer:ptr count:size
    2 open path:ptr flags:open mode:mode
    3 close fd:fd
    4 stat path:ptr status:ptr
    5 fstat fd:fd status:ptr
    6 lstat path:ptr status:ptr
    7 poll fds:ptr count:uint timeout:int
    8 lseek fd:fd offset:off whence:whence
    9 mmap address:ptr length:size prot:prot flags:map fd:fd offset:off
    10 mprotect address:ptr length:size prot:prot
    11 munmap address:ptr length:size
    12 brk address:ptr
    13 rt_sigaction signal:signal action:ptr old_action:ptr size:size
    14 rt_sigprocmask how:sigmask set:ptr old_set:ptr size:size
    15 rt_sigreturn
    16 ioctl fd:fd request:ioctl argument:ptr
    17 pread64 fd:fd buffer:ptr count:size offset:off
    18 pwrite64 fd:fd buffer:ptr count:size offset:off
    19 readv fd:fd vector:ptr count:ulong
    20 writev fd:fd vector:ptr count:ulong
    21 access path:ptr mode:access
    22 pipe fds:ptr
    23 select count:int readable:ptr writable:ptr exceptional:ptr timeout:ptr
    24 sched_yield
    25 mremap address:ptr old_length:size new_length:size flags:mremap new_address:ptr
    26 msync address:ptr length:size flags:msync
    27 mincore address:ptr length:size vector:ptr
    28 madvise address:ptr length:size advice:madvise
    29 shmget key:int size:size flags:ipc
    30 shmat id:int address:ptr flags:int
    31 shmctl id:int command:int buffer:ptr
    32 dup fd:fd
    33 dup2 old_fd:fd new_fd:fd
    34 pause
    35 nanosleep request:ptr remaining:ptr
    36 getitimer which:itimer value:ptr
    37 alarm seconds:uint
    38 setitimer which:itimer value:ptr old_value:ptr
    39 getpid
    40 sendfile out_fd:fd in_fd:fd offset:ptr count:size
    41 socket domain:domain type:sock protocol:int
    42 connect fd:fd address:ptr length:int
    43 accept fd:fd address:ptr length:ptr
    44 sendto fd:fd buffer:ptr length:size flags:msg address:ptr address_length:int
    45 recvfrom fd:fd buffer:ptr length:size flags:msg address:ptr address_length:ptr
    46 sendmsg fd:fd message:ptr flags:msg
    47 recvmsg fd:fd message:ptr flags:msg
    48 shutdown fd:fd how:shutdown
    49 bind fd:fd address:ptr length:int
    50 listen fd:fd backlog:int
    51 getsockname fd:fd address:ptr length:ptr
    52 getpeername fd:fd address:ptr length:ptr
    53 socketpair domain:domain type:sock protocol:int fds:ptr
    54 setsockopt fd:fd level:sol option:so value:ptr length:int
    55 getsockopt fd:fd level:sol option:so value:ptr length:ptr
    56 clone flags:clone stack:ptr parent_tid:ptr child_tid:ptr tls:ptr
    57 fork
    58 vfork
    59 execve path:ptr arguments:ptr environment:ptr
    60 exit code:int
    61 wait4 pid:pid status:ptr options:wait usage:ptr
    62 kill pid:pid signal:signal
    63 uname buffer:ptr
    64 semget key:int count:int flags:ipc
    65 semop id:int operations:ptr count:uint
    66 semctl id:int number:int command:int argument:ptr
    67 shmdt address:ptr
    68 msgget key:int flags:ipc
    69 msgsnd id:int message:ptr size:size flags:int
    70 msgrcv id:int message:ptr size:size type:long flags:int
    71 msgctl id:int command:int buffer:ptr
    72 fcntl fd:fd command:fcntl argument:hex
    73 flock fd:fd operation:flock
    74 fsync fd:fd
    75 fdatasync fd:fd
    76 truncate path:ptr length:off
    77 ftruncate fd:fd length:off
    78 getdents fd:fd entries:ptr count:uint
    79 getcwd buffer:ptr size:size
    80 chdir path:ptr
    81 fchdir fd:fd
    82 rename old_path:ptr new_path:ptr
    83 mkdir path:ptr mode:mode
    84 rmdir path:ptr
    85 creat path:ptr mode:mode
    86 link old_path:ptr new_path:ptr
    87 unlink path:ptr
    88 symlink target:ptr path:ptr
    89 readlink path:ptr buffer:ptr size:int
    90 chmod path:ptr mode:mode
    91 fchmod fd:fd mode:mode
    92 chown path:ptr user:id group:id
    93 fchown fd:fd user:id group:id
    94 lchown path:ptr user:id group:id
    95 umask mask:mode
    96 gettimeofday time:ptr zone:ptr
    97 getrlimit resource:rlimit limit:ptr
    98 getrusage who:rusage usage:ptr
    99 sysinfo info:ptr
    100 times buffer:ptr
    101 ptrace request:ptrace pid:long address:ptr data:ptr
    102 getuid
    103 syslog type:int buffer:ptr length:int
    104 getgid
    105 setuid user:id
    106 setgid group:id
    107 geteuid
    108 getegid
    109 setpgid pid:pid group:pid
    110 getppid
    111 getpgrp
    112 setsid
    113 setreuid real:id effective:id
    114 setregid real:id effective:id
    115 getgroups count:int list:ptr
    116 setgroups count:int list:ptr
    117 setresuid real:id effective:id saved:id
    118 getresuid real:ptr effective:ptr saved:ptr
    119 setresgid real:id effective:id saved:id
    120 getresgid real:ptr effective:ptr saved:ptr
    121 getpgid pid:pid
    122 setfsuid user:id
    123 setfsgid group:id
    124 getsid pid:pid
    125 capget header:ptr data:ptr
    126 capset header:ptr data:ptr
    127 rt_sigpending set:ptr size:size
    128 rt_sigtimedwait set:ptr info:ptr timeout:ptr size:size
    129 rt_sigqueueinfo pid:pid signal:signal info:ptr
    130 rt_sigsuspend set:ptr size:size
    131 sigaltstack stack:ptr old_stack:ptr
    132 utime path:ptr times:ptr
    133 mknod path:ptr mode:mode device:uint
    134 uselib path:ptr
    135 personality persona:uint
    136 ustat device:uint buffer:ptr
    137 statfs path:ptr buffer:ptr
    138 fstatfs fd:fd buffer:ptr
    139 sysfs option:int first:hex second:hex
    140 getpriority which:prio who:int
    141 setpriority which:prio who:int priority:int
    142 sched_setparam pid:pid parameters:ptr
    143 sched_getparam pid:pid parameters:ptr
    144 sched_setscheduler pid:pid policy:sched parameters:ptr
    145 sched_getscheduler pid:pid
    146 sched_get_priority_max policy:sched
    147 sched_get_priority_min policy:sched
    148 sched_rr_get_interval pid:pid interval:ptr
    149 mlock address:ptr length:size
    150 munlock address:ptr length:size
    151 mlockall flags:int
    152 munlockall
    153 vhangup
    154 modify_ldt function:int buffer:ptr size:ulong
    155 pivot_root new_root:ptr put_old:ptr
    156 _sysctl arguments:ptr
    157 prctl option:prctl argument2:hex argument3:hex argument4:hex argument5:hex
    158 arch_prctl option:archprctl argument:hex
    159 adjtimex buffer:ptr
    160 setrlimit resource:rlimit limit:ptr
    161 chroot path:ptr
    162 sync
    163 acct path:ptr
    164 settimeofday time:ptr zone:ptr
    165 mount source:ptr target:ptr type:ptr flags:mount data:ptr
    166 umount2 target:ptr flags:umount
    167 swapon path:ptr flags:int
    168 swapoff path:ptr
    169 reboot magic1:int magic2:int command:uint argument:ptr
    170 sethostname name:ptr length:int
    171 setdomainname name:ptr length:int
    172 iopl level:uint
    173 ioperm from:ulong count:ulong on:int
    174 create_module name:ptr size:size
    175 init_module image:ptr length:size parameters:ptr
    176 delete_module name:ptr flags:uint
    177 get_kernel_syms table:ptr
    178 query_module name:ptr which:int buffer:ptr size:size result:ptr
    179 quotactl command:uint special:ptr id:id address:ptr
    180 nfsservctl command:int argument:ptr response:ptr
    181 getpmsg
    182 putpmsg
    183 afs_syscall
    184 tuxcall
    185 security
    186 gettid
    187 readahead fd:fd offset:off count:size
    188 setxattr path:ptr name:ptr value:ptr size:size flags:xattr
    189 lsetxattr path:ptr name:ptr value:ptr size:size flags:xattr
    190 fsetxattr fd:fd name:ptr value:ptr size:size flags:xattr
    191 getxattr path:ptr name:ptr value:ptr size:size
    192 lgetxattr path:ptr name:ptr value:ptr size:size
    193 fgetxattr fd:fd name:ptr value:ptr size:size
    194 listxattr path:ptr list:ptr size:size
    195 llistxattr path:ptr list:ptr size:size
    196 flistxattr fd:fd list:ptr size:size
    197 removexattr path:ptr name:ptr
    198 lremovexattr path:ptr name:ptr
    199 fremovexattr fd:fd name:ptr
    200 tkill tid:pid signal:signal
    201 time result:ptr
    202 futex address:ptr operation:futex value:uint timeout:ptr address2:ptr value3:uint
    203 sched_setaffinity pid:pid size:uint mask:ptr
    204 sched_getaffinity pid:pid size:uint mask:ptr
    205 set_thread_area information:ptr
    206 io_setup count:uint context:ptr
    207 io_destroy context:ptr
    208 io_getevents context:ptr minimum:long count:long events:ptr timeout:ptr
    209 io_submit context:ptr count:long controls:ptr
    210 io_cancel context:ptr control:ptr result:ptr
    211 get_thread_area information:ptr
    212 lookup_dcookie cookie:hex buffer:ptr length:size
    213 epoll_create size:int
    214 epoll_ctl_old
    215 epoll_wait_old
    216 remap_file_pages address:ptr size:size prot:prot page:ulong flags:map
    217 getdents64 fd:fd entries:ptr count:uint
    218 set_tid_address address:ptr
    219 restart_syscall
    220 semtimedop id:int operations:ptr count:uint timeout:ptr
    221 fadvise64 fd:fd offset:off length:size advice:fadvise
    222 timer_create clock:clock event:ptr timer:ptr
    223 timer_settime timer:int flags:timerflags value:ptr old_value:ptr
    224 timer_gettime timer:int value:ptr
    225 timer_getoverrun timer:int
    226 timer_delete timer:int
    227 clock_settime clock:clock time:ptr
    228 clock_gettime clock:clock time:ptr
    229 clock_getres clock:clock resolution:ptr
    230 clock_nanosleep clock:clock flags:timerflags request:ptr remaining:ptr
    231 exit_group code:int
    232 epoll_wait fd:fd events:ptr count:int timeout:int
    233 epoll_ctl fd:fd operation:epollctl target:fd event:ptr
    234 tgkill pid:pid tid:pid signal:signal
    235 utimes path:ptr times:ptr
    236 vserver
    237 mbind address:ptr length:size mode:ulong mask:ptr maximum:ulong flags:uint
    238 set_mempolicy mode:int mask:ptr maximum:ulong
    239 get_mempolicy mode:ptr mask:ptr maximum:ulong address:ptr flags:ulong
    240 mq_open name:ptr flags:open mode:mode attributes:ptr
    241 mq_unlink name:ptr
    242 mq_timedsend queue:fd message:ptr length:size priority:uint timeout:ptr
    243 mq_timedreceive queue:fd message:ptr length:size priority:ptr timeout:ptr
    244 mq_notify queue:fd event:ptr
    245 mq_getsetattr queue:fd attributes:ptr old_attributes:ptr
    246 kexec_load entry:ptr count:ulong segments:ptr flags:hex
    247 waitid which:idtype id:pid info:ptr options:wait usage:ptr
    248 add_key type:ptr description:ptr payload:ptr length:size keyring:int
    249 request_key type:ptr description:ptr information:ptr keyring:int
    250 keyctl operation:keyctl argument2:hex argument3:hex argument4:hex argument5:hex
    251 ioprio_set which:int who:int priority:int
    252 ioprio_get which:int who:int
    253 inotify_init
    254 inotify_add_watch fd:fd path:ptr mask:uhex
    255 inotify_rm_watch fd:fd watch:int
    256 migrate_pages pid:pid maximum:ulong from:ptr to:ptr
    257 openat directory:dirfd path:ptr flags:open mode:mode
    258 mkdirat directory:dirfd path:ptr mode:mode
    259 mknodat directory:dirfd path:ptr mode:mode device:uint
    260 fchownat directory:dirfd path:ptr user:id group:id flags:at
    261 futimesat directory:dirfd path:ptr times:ptr
    262 newfstatat directory:dirfd path:ptr status:ptr flags:at
    263 unlinkat directory:dirfd path:ptr flags:unlink
    264 renameat old_directory:dirfd old_path:ptr new_directory:dirfd new_path:ptr
    265 linkat old_directory:dirfd old_path:ptr new_directory:dirfd new_path:ptr flags:at
    266 symlinkat target:ptr directory:dirfd path:ptr
    267 readlinkat directory:dirfd path:ptr buffer:ptr size:int
    268 fchmodat directory:dirfd path:ptr mode:mode
    269 faccessat directory:dirfd path:ptr mode:access
    270 pselect6 count:int readable:ptr writable:ptr exceptional:ptr timeout:ptr mask:ptr
    271 ppoll fds:ptr count:uint timeout:ptr mask:ptr size:size
    272 unshare flags:clone
    273 set_robust_list head:ptr length:size
    274 get_robust_list pid:pid head:ptr length:ptr
    275 splice in_fd:fd in_offset:ptr out_fd:fd out_offset:ptr length:size flags:splice
    276 tee in_fd:fd out_fd:fd length:size flags:splice
    277 sync_file_range fd:fd offset:off length:off flags:uint
    278 vmsplice fd:fd vector:ptr count:ulong flags:splice
    279 move_pages pid:pid count:ulong pages:ptr nodes:ptr status:ptr flags:int
    280 utimensat directory:dirfd path:ptr times:ptr flags:at
    281 epoll_pwait fd:fd events:ptr count:int timeout:int mask:ptr size:size
    282 signalfd fd:fd mask:ptr size:size
    283 timerfd_create clock:clock flags:tfd
    284 eventfd value:uint
    285 fallocate fd:fd mode:fallocate offset:off length:off
    286 timerfd_settime fd:fd flags:timerflags value:ptr old_value:ptr
    287 timerfd_gettime fd:fd value:ptr
    288 accept4 fd:fd address:ptr length:ptr flags:sock
    289 signalfd4 fd:fd mask:ptr size:size flags:sfd
    290 eventfd2 value:uint flags:efd
    291 epoll_create1 flags:epollcreate
    292 dup3 old_fd:fd new_fd:fd flags:open
    293 pipe2 fds:ptr flags:open
    294 inotify_init1 flags:open
    295 preadv fd:fd vector:ptr count:ulong offset_low:ulong offset_high:ulong
    296 pwritev fd:fd vector:ptr count:ulong offset_low:ulong offset_high:ulong
    297 rt_tgsigqueueinfo pid:pid tid:pid signal:signal info:ptr
    298 perf_event_open attributes:ptr pid:pid cpu:int group:fd flags:hex
    299 recvmmsg fd:fd messages:ptr count:uint flags:msg timeout:ptr
    300 fanotify_init flags:uhex event_flags:uhex
    301 fanotify_mark fd:fd flags:uhex mask:hex directory:dirfd path:ptr
    302 prlimit64 pid:pid resource:rlimit new_limit:ptr old_limit:ptr
    303 name_to_handle_at directory:dirfd path:ptr handle:ptr mount:ptr flags:at
    304 open_by_handle_at mount:fd handle:ptr flags:open
    305 clock_adjtime clock:clock buffer:ptr
    306 syncfs fd:fd
    307 sendmmsg fd:fd messages:ptr count:uint flags:msg
    308 setns fd:fd type:clone
    309 getcpu cpu:ptr node:ptr cache:ptr
    310 process_vm_readv pid:pid local:ptr local_count:ulong remote:ptr remote_count:ulong flags:hex
    311 process_vm_writev pid:pid local:ptr local_count:ulong remote:ptr remote_count:ulong flags:hex
    312 kcmp pid1:pid pid2:pid type:int index1:ulong index2:ulong
    313 finit_module fd:fd parameters:ptr flags:uint
    314 sched_setattr pid:pid attributes:ptr flags:uint
    315 sched_getattr pid:pid attributes:ptr size:uint flags:uint
    316 renameat2 old_directory:dirfd old_path:ptr new_directory:dirfd new_path:ptr flags:rename
    317 seccomp operation:seccomp flags:uhex arguments:ptr
    318 getrandom buffer:ptr count:size flags:getrandom
    319 memfd_create name:ptr flags:memfd
    320 kexec_file_load kernel:fd initrd:fd length:ulong command_line:ptr flags:hex
    321 bpf command:bpf attributes:ptr size:uint
    322 execveat directory:dirfd path:ptr arguments:ptr environment:ptr flags:at
    323 userfaultfd flags:open
    324 membarrier command:membarrier flags:uint cpu:int
    325 mlock2 address:ptr length:size flags:int
    326 copy_file_range in_fd:fd in_offset:ptr out_fd:fd out_offset:ptr length:size flags:uint
    327 preadv2 fd:fd vector:ptr count:ulong offset_low:ulong offset_high:ulong flags:uhex
    328 pwritev2 fd:fd vector:ptr count:ulong offset_low:ulong offset_high:ulong flags:uhex
    329 pkey_mprotect address:ptr length:size prot:prot key:int
    330 pkey_alloc flags:ulong rights:ulong
    331 pkey_free key:int
    332 statx directory:dirfd path:ptr flags:at mask:uhex status:ptr
    333 io_pgetevents context:ptr minimum:long count:long events:ptr timeout:ptr mask:ptr
    334 rseq area:ptr length:uint flags:int signature:uhex
    335 uretprobe
    336 uprobe
    424 pidfd_send_signal pidfd:fd signal:signal info:ptr flags:uint
    425 io_uring_setup entries:uint parameters:ptr
    426 io_uring_enter fd:fd submit:uint complete:uint flags:uhex mask:ptr size:size
    427 io_uring_register fd:fd operation:uint argument:ptr count:uint
    428 open_tree directory:dirfd path:ptr flags:uhex
    429 move_mount from:dirfd from_path:ptr to:dirfd to_path:ptr flags:uhex
    430 fsopen type:ptr flags:uint
    431 fsconfig fd:fd command:uint key:ptr value:ptr auxiliary:int
    432 fsmount fd:fd flags:uint attributes:uint
    433 fspick directory:dirfd path:ptr flags:uint
    434 pidfd_open pid:pid flags:open
    435 clone3 arguments:ptr size:size
    436 close_range first:uint last:uint flags:closerange
    437 openat2 directory:dirfd path:ptr how:ptr size:size
    438 pidfd_getfd pidfd:fd target:fd flags:uint
    439 faccessat2 directory:dirfd path:ptr mode:access flags:at
    440 process_madvise pidfd:fd vector:ptr count:size advice:madvise flags:uint
    441 epoll_pwait2 fd:fd events:ptr count:int timeout:ptr mask:ptr size:size
    442 mount_setattr directory:dirfd path:ptr flags:at attributes:ptr size:size
    443 quotactl_fd fd:fd command:uint id:id address:ptr
    444 landlock_create_ruleset attributes:ptr size:size flags:uint
    445 landlock_add_rule ruleset:fd type:uint attributes:ptr flags:uint
    446 landlock_restrict_self ruleset:fd flags:uint
    447 memfd_secret flags:open
    448 process_mrelease pidfd:fd flags:uint
    449 futex_waitv waiters:ptr count:uint flags:uint timeout:ptr clock:clock
    450 set_mempolicy_home_node start:ptr length:size node:ulong flags:ulong
    451 cachestat fd:fd range:ptr result:ptr flags:uint
    452 fchmodat2 directory:dirfd path:ptr mode:mode flags:at
    453 map_shadow_stack address:ptr size:size flags:uint
    454 futex_wake address:ptr mask:ulong count:int flags:uint
    455 futex_wait address:ptr value:ulong mask:ulong flags:uint timeout:ptr clock:clock
    456 futex_requeue waiters:ptr flags:uint wake:int requeue:int
    457 statmount request:ptr buffer:ptr size:size flags:uint
    458 listmount request:ptr identifiers:ptr count:size flags:uint
    459 lsm_get_self_attr attribute:uint context:ptr size:ptr flags:uint
    460 lsm_set_self_attr attribute:uint context:ptr size:uint flags:uint
    461 lsm_list_modules identifiers:ptr size:ptr flags:uint
    462 mseal address:ptr length:size flags:ulong
    463 setxattrat directory:dirfd path:ptr flags:at name:ptr arguments:ptr size:size
    464 getxattrat directory:dirfd path:ptr flags:at name:ptr arguments:ptr size:size
    465 listxattrat directory:dirfd path:ptr flags:at list:ptr size:size
    466 removexattrat directory:dirfd path:ptr flags:at name:ptr
    467 open_tree_attr directory:dirfd path:ptr flags:uhex attributes:ptr size:size
    468 file_getattr directory:dirfd path:ptr attributes:ptr size:size flags:at
    469 file_setattr directory:dirfd path:ptr attributes:ptr size:size flags:at
    """
}
