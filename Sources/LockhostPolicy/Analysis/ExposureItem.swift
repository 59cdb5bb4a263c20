// SPDX-License-Identifier: MIT

/// A row of the table that `Exposure` is made from.
struct ExposureItem: Sendable {
  let id: String
  let weight: Int
  /// The sentence for a policy that refuses all of the calls.
  let good: String
  /// The sentence for a policy that admits some.
  let bad: String
  let fix: String
  /// Calls that do the harm.
  let probes: [SyscallInvocation]
  /// How many calls the table names; a test compares it with `probes`, so that none is dropped.
  let expectedProbes: Int

  /// - Parameter calls: One a line: a name, and its arguments by name as `name=number`, in decimal or
  ///   hexadecimal; what is not said is 0. A group's name with a `+` stands for its calls.
  private init(
    _ id: String, _ weight: Int, good: String, bad: String, fix: String, calls: String
  ) {
    self.id = id
    self.weight = weight
    self.good = good
    self.bad = bad
    self.fix = fix
    let rows = TableText.rows(calls).map(TableText.words)
    probes = rows.flatMap(Self.probes)
    expectedProbes = rows.reduce(0) { count, words in
      let group = words.first.flatMap { CallGroup.named(String($0.dropFirst())) }
      return count + (words.first?.first == "+" ? group?.callNames.count ?? -1 : 1)
    }
  }

  private static func probes(_ words: [Substring]) -> [SyscallInvocation] {
    guard let name = words.first else { return [] }
    if name.hasPrefix("+") {
      let group = CallGroup.named(String(name.dropFirst()))
      return (group?.calls ?? []).map { SyscallInvocation(number: $0.number) }
    }
    guard let call = Syscall.named(String(name)) else { return [] }
    var arguments: [UInt64] = [0, 0, 0, 0, 0, 0]
    for word in words.dropFirst() {
      guard let (argument, text) = TableText.pair(word, "="),
        let place = call.arguments.firstIndex(where: { $0.name == argument }),
        let value = text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
      else { return [] }
      arguments[place] = value
    }
    return [SyscallInvocation(number: call.number, arguments: arguments)]
  }

  static let all: [ExposureItem] = [
    ExposureItem(
      "kernel-code", 10, good: "nothing can be put into the kernel",
      bad: "code can be put into the kernel", fix: "take out the calls of the group `modules`",
      calls: "+modules"),
    ExposureItem(
      "network", 10, good: "no socket to the world can be made",
      bad: "sockets reach the world, or whatever the net namespace leaves of it",
      fix: "pass connected sockets in from the host instead of `host-network`",
      calls: """
        socket domain=2 type=1
        socket domain=2 type=2
        socket domain=10 type=1
        socket domain=1 type=1
        connect fd=4 address=4096 length=16
        bind fd=4 address=4096 length=16
        sendto fd=4 address=4096
        accept4 fd=4
        """),
    ExposureItem(
      "new-namespaces", 9, good: "no namespace can be made or entered",
      bad: "namespaces can be made or entered, with every capability inside them",
      fix: "leave `clone` to `threads` and `processes`, and `unshare` and `setns` out",
      calls: """
        unshare
        setns fd=4
        clone flags=0x10000011
        clone flags=0x20011
        clone3
        """),
    ExposureItem(
      "mounts", 9, good: "what paths mean cannot be changed", bad: "what paths mean can be changed",
      fix: "let the host mount what the guest needs", calls: "+mounts"),
    ExposureItem(
      "tracing", 9, good: "no other process can be looked into",
      bad: "other processes can be looked into, and filters got around with it",
      fix: "take out `tracing-children` and the calls of the group `tracing`", calls: "+tracing"),
    ExposureItem(
      "writable-code", 8, good: "what was written is never run",
      bad: "memory can be written and then run, which is how most exploits go on",
      fix: "use a build without compiling at run time (`node --jitless`, …)",
      calls: """
        mmap prot=7 flags=34
        mprotect prot=5
        mprotect prot=7
        pkey_mprotect prot=5
        shmat flags=0x8000
        personality persona=0x400000
        """),
    ExposureItem(
      "hidden-calls", 8, good: "no call is made out of the filter's sight",
      bad: "calls can be made out of the filter's sight, by rings or behind pointers",
      fix: "refuse `io_uring_setup` and `clone3` with ENOSYS; programs fall back",
      calls: """
        io_uring_setup
        io_uring_enter fd=4
        io_uring_register fd=4
        clone3
        """),
    ExposureItem(
      "machine", 7, good: "the machine itself cannot be changed",
      bad: "the machine itself can be changed: clock, name, ports", fix: "let the host do it",
      calls: "+machine"),
    ExposureItem(
      "handles", 7, good: "files are opened by path only",
      bad: "files can be opened by number, around every folder",
      fix: "take out the calls of the group `handles`", calls: "+handles"),
    ExposureItem(
      "rare-network", 6, good: "no rare kind of socket reaches the kernel",
      bad: "rare kinds of sockets reach code that is seldom looked at",
      fix: "list the families: `socket: domain in {AF_INET, AF_INET6}`",
      calls: """
        socket domain=17 type=3
        socket domain=16 type=3
        socket domain=2 type=3
        socket domain=40 type=1
        socket domain=38 type=5
        socket domain=31 type=3
        socket domain=29 type=3
        socket domain=30 type=5
        socketpair domain=30 type=5
        """),
    ExposureItem(
      "terminal-input", 6, good: "nothing can be typed into a terminal",
      bad: "keys can be typed into the terminal of whoever started the guest",
      fix: "list the requests of `ioctl`, without TIOCSTI and TIOCLINUX",
      calls: """
        ioctl request=0x5412
        ioctl request=0x541c
        ioctl request=0x5423
        ioctl request=0x540e
        """),
    ExposureItem(
      "unlisted-requests", 6, good: "`ioctl` and `prctl` have lists of what they may be asked",
      bad: "`ioctl` or `prctl` may be asked anything, or what changes protections",
      fix: "list the requests: `ioctl: request in {…}`, `prctl: option in {…}`",
      calls: """
        ioctl request=0x12345678
        prctl option=0x12345678
        prctl option=0x59616d61
        prctl option=35
        """),
    ExposureItem(
      "keys", 5, good: "the kernel's key rings are out of reach",
      bad: "the kernel's key rings can be used, which no namespace separates",
      fix: "take out the calls of the group `keys`", calls: "+keys"),
    ExposureItem(
      "devices", 5, good: "no device file can be made", bad: "device files can be made",
      fix: "admit FIFOs alone: `mknodat: mode & 0o170000 == 0o10000`",
      calls: """
        mknod mode=0x21b6
        mknodat mode=0x21b6
        mknodat mode=0x61b6
        """),
    ExposureItem(
      "new-processes", 4, good: "there is one process", bad: "new processes can be made",
      fix: "take out `processes` if threads are enough",
      calls: """
        fork
        vfork
        clone flags=17
        """),
    ExposureItem(
      "other-programs", 4, good: "no other program can be run",
      bad: "other programs can be run, as far as the mounts show them",
      fix: "take out `execution`; the guest itself is started without it",
      calls: """
        execve
        execveat
        """),
    ExposureItem(
      "changes-files", 4, good: "files cannot be made, changed or removed by path",
      bad: "files can be made, changed or removed by path, as far as the mounts let it",
      fix: "open what is written in the host, and admit `openat` for reading only",
      calls: """
        open flags=0x41
        openat flags=0x42
        unlinkat
        renameat2
        linkat
        symlinkat
        fchmodat
        truncate
        """),
    ExposureItem(
      "ids", 4, good: "who the guest is cannot be changed",
      bad: "who the guest is can be changed, as far as its capabilities let it",
      fix: "take out the calls of the group `ids`", calls: "+ids"),
    ExposureItem(
      "watching-all", 4, good: "no whole file system can be watched",
      bad: "whole file systems can be watched", fix: "use `watching`, which needs a path",
      calls: "+watching-all"),
    ExposureItem(
      "exploited-calls", 4, good: "seldom used calls with a bad history are refused",
      bad: "seldom used calls with a bad history are admitted",
      fix: "do without splice, vmsplice, tee and mincore; `sendfile` and `copy_file_range` stay",
      calls: """
        vmsplice
        splice
        tee
        mincore
        remap_file_pages
        """),
    ExposureItem(
      "reads-files", 3, good: "no file can be opened by path",
      bad: "files can be opened by path, as far as the mounts show them",
      fix: "pass open descriptors in, and use `streams` alone",
      calls: """
        open
        openat
        """),
    ExposureItem(
      "loaded-code", 3, good: "no code is loaded beyond the program itself",
      bad: "code can be loaded from files", fix: "link the program statically",
      calls: "mmap prot=5 flags=2"),
    ExposureItem(
      "signals-to-others", 3, good: "signals reach its own threads only",
      bad: "signals reach other processes of the same pid namespace",
      fix: "take out `processes` and `kill`",
      calls: """
        kill pid=2 signal=9
        tkill tid=2 signal=9
        rt_sigqueueinfo pid=2
        pidfd_send_signal
        """),
    ExposureItem(
      "ipc", 3, good: "System V and POSIX queues are out of reach",
      bad: "System V and POSIX queues, semaphores or segments can be used",
      fix: "use pipes or `pairs` instead", calls: "+ipc"),
    ExposureItem(
      "descriptors-by-socket", 2, good: "descriptors travel over the wire alone, if at all",
      bad: "descriptors can be passed through any socket", fix: "use `wire` instead of `pairs`",
      calls: """
        sendmsg fd=7
        recvmsg fd=7
        """),
    ExposureItem(
      "scheduling", 2, good: "it runs in the order that the host gives it",
      bad: "it chooses its own niceness, processors or scheduling class",
      fix: "take out `own-scheduling`",
      calls: """
        setpriority
        sched_setaffinity
        sched_setscheduler policy=1
        """),
  ]
}
