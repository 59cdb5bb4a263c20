// SPDX-License-Identifier: MIT

extension Syscall {
  /// Why a policy should think twice about this call, in one sentence; nil for an ordinary one.
  ///
  /// Every call that needs a reason has one; a test says so.
  public var concern: String? { Self.concerns[name] }

  private static let concerns: [String: String] = Dictionary(
    TableText.rows(concernRows).compactMap { row in
      TableText.pair(Substring(row), "\t").map { (String($0.0), String($0.1)) }
    }, uniquingKeysWith: { first, _ in first })

  /// How many rows there are; a test compares it with what was read.
  static var concernCount: (rows: Int, read: Int) {
    (TableText.rows(concernRows).count, concerns.count)
  }

  // A name, a tabulator, a sentence.
  private static let concernRows = """
    ptrace\tIt reads and rewrites another process, so a filter on one of the two no longer holds.
    process_vm_readv\tIt reads the memory of another process.
    process_vm_writev\tIt writes the memory of another process.
    pidfd_getfd\tIt takes open descriptors out of another process.
    kcmp\tIt tells where the kernel keeps its objects relative to each other, which exploits want to know.
    perf_event_open\tIt is a large interface to hardware counters with a long record of kernel exploits, and a precise side channel.
    process_madvise\tIt disturbs the memory of another process.
    process_mrelease\tIt takes the memory of another process that is dying.
    unshare\tNew namespaces give a process every capability inside them, and with it most of the kernel's code to attack.
    setns\tIt enters the namespaces of another process, out of its own.
    mount\tIt changes what every path means, and parses file systems that an attacker can write.
    umount2\tIt uncovers what a mount was there to hide.
    pivot_root\tIt replaces the root folder, which every path begins with.
    chroot\tIt moves the root folder; with a descriptor kept open it leads out of the old one.
    open_tree\tIt copies mounts, and shows what another mount covers.
    open_tree_attr\tIt copies mounts with other attributes, such as without read-only.
    move_mount\tIt puts a mount anywhere.
    fsopen\tIt begins a new file system, whose options the kernel parses.
    fsconfig\tIt hands options to file systems, whose parsers have been exploited.
    fsmount\tIt turns a new file system into a mount.
    fspick\tIt reconfigures a file system that is mounted.
    mount_setattr\tIt takes read-only, nosuid and noexec off mounts.
    swapon\tIt lets the kernel write memory to a file of the caller's choice.
    swapoff\tIt takes swap from the whole machine.
    init_module\tIt puts code into the kernel.
    finit_module\tIt puts code into the kernel, from a file.
    delete_module\tIt takes code out of the kernel.
    kexec_load\tIt replaces the running kernel.
    kexec_file_load\tIt replaces the running kernel, from a file.
    bpf\tIt loads programs into the kernel, whose verifier has often been fooled.
    userfaultfd\tIt lets a program stop the kernel at a memory access of its choice, which makes races exploitable.
    reboot\tIt stops the machine.
    iopl\tIt gives direct access to hardware.
    ioperm\tIt gives direct access to hardware ports.
    modify_ldt\tIt edits processor tables in old code that has been exploited.
    acct\tIt has the kernel write accounts to a file of the caller's choice.
    quotactl\tIt changes the quotas of a file system.
    quotactl_fd\tIt changes the quotas of a file system.
    sethostname\tIt renames the machine.
    setdomainname\tIt renames the machine's domain.
    settimeofday\tIt sets the machine's clock.
    clock_settime\tIt sets the machine's clock.
    adjtimex\tIt steers the machine's clock.
    clock_adjtime\tIt steers the machine's clock.
    syslog\tIt reads the kernel's log, which has its addresses.
    vhangup\tIt hangs up the terminal for everybody on it.
    add_key\tKey rings are kept for each user, not for each sandbox, and their code has been exploited.
    request_key\tIt has the kernel start a program of the system to find a key.
    keyctl\tIt reads and changes key rings that are shared beyond the sandbox.
    open_by_handle_at\tIt opens files by number, around every folder and mount: the way out of early containers.
    name_to_handle_at\tIt tells the numbers by which open_by_handle_at opens files.
    fanotify_init\tIt watches whole file systems, not only what the guest can see.
    fanotify_mark\tIt watches whole file systems, not only what the guest can see.
    lookup_dcookie\tIt tells paths that the guest may not see.
    ioctl\tIt is a thousand calls in one, told apart by a number: one of them types into the terminal of whoever started the guest.
    prctl\tIt is many calls in one: some hand the process to a debugger, or turn protections off.
    clone\tIt makes threads, processes and new namespaces, told apart by flags alone.
    clone3\tIts flags lie behind a pointer, where no filter sees whether it makes a thread or a new namespace.
    socket\tThe family decides what kernel code is reached: some families are rarely used and often exploited.
    seccomp\tWith a filter of its own, a program can make calls of its children fail where they do not expect it.
    execve\tIt turns the process into another program, with everything that this one may do.
    execveat\tIt turns the process into another program, one of memory too.
    mmap\tWith PROT_EXEC it turns data into code.
    mprotect\tWith PROT_EXEC it turns data into code.
    pkey_mprotect\tWith PROT_EXEC it turns data into code, around a rule about mprotect.
    shmat\tWith SHM_EXEC it maps shared memory as code, around a rule about mmap.
    remap_file_pages\tIt changes mappings around a rule about mmap.
    personality\tREAD_IMPLIES_EXEC makes every later mapping executable, whatever its protection says.
    memfd_create\tA file in memory can be executed where no folder can be written.
    memfd_secret\tIt hides memory from the kernel's own accounting and from whoever looks into a crash.
    io_uring_setup\tIt makes other calls out of sight of every filter.
    io_uring_enter\tIt makes other calls out of sight of every filter.
    io_uring_register\tIt prepares calls that are made out of sight of every filter.
    connect\tIt reaches whoever listens: services of the machine by path or address.
    bind\tIt offers a service under a name that others may trust.
    sendmsg\tIt passes open descriptors, and connects by address without connect.
    sendto\tIt reaches an address without connect.
    kill\tIt reaches every process that the guest can see and has the user of.
    mknod\tIt makes devices, where the mounts and capabilities let it.
    mknodat\tIt makes devices, where the mounts and capabilities let it.
    setuid\tIt changes who the process is, where its capabilities let it.
    capset\tIt changes capabilities, within those that are left.
    mincore\tIt tells which pages of shared files are in memory: a side channel.
    openat2\tIts flags lie behind a pointer, where no filter sees whether a file is opened for writing.
    map_shadow_stack\tIt makes stacks of return addresses, which are there to stop an exploit.
    vmsplice\tIt lends memory to a pipe while the program can still change it; it has been exploited.
    splice\tIt moves pages between files and pipes; a mistake there let readers write files (Dirty Pipe).
    tee\tIt copies pages between pipes, in code that has been exploited.
    """
}
