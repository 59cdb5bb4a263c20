// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  private static let families = [
    "ax25", "ipx", "appletalk", "netrom", "bridge", "atmpvc", "rose", "decnet", "netbeui",
    "security", "key", "ash", "econet", "atmsvc", "rds", "sna", "irda", "pppox", "wanpipe", "llc",
    "ib", "mpls", "can", "tipc", "bluetooth", "iucv", "rxrpc", "isdn", "phonet", "ieee802154",
    "caif", "kcm", "qipcrtr", "smc", "xdp", "mctp",
  ]

  static let network: [Promise] = [
    Promise(
      "LH-NET-001", .network, "The guest cannot open an internet socket",
      why: "What can open a socket needs only one more hole to send a photo away.",
      references: ["CVE-2024-1086", "landlock-lsm #54", "landlock-lsm #10"],
      fix: "Refuse socket(2) in the filter, or give the guest an empty network namespace as well.",
      severity: .high,
      calls: [
        .family("inet"), .family("inet6"), .filtered("socket-inet"), .filtered("socket-inet6"),
        .filtered("socket-mptcp"), .filtered("listen-tcp"),
        .filtered("socket-raw", userControl: .answers(.errors("EPERM"))),
        .filtered("connect-tcp", ["{tcp-listener}"], witnesses: [.tcpListener]),
        .filtered("connect-udp", ["{udp-listener}"], witnesses: [.udpListener]),
        .filtered("connect-tcp6", ["{tcp6-listener}"], canaries: [.tcp6Listener]),
        ProbeCall(
          "socket-ping", accepts: [.init(.errors("EPERM"), by: .filter)], control: .differs),
        .filtered("connect-fast-open", ["{tcp-listener}"], canaries: [.tcpListener]),
      ]),
    Promise(
      "LH-NET-002", .network, "The guest cannot open a local socket",
      why:
        "The bus, the display server and the container engine listen at paths and names; some of "
        + "them start programs for whoever asks.",
      references: ["CVE-2020-15257", "landrun #43", "bubblewrap #330"],
      fix: "Refuse socket(2); what a guest may talk to comes as a descriptor.", severity: .high,
      calls: [
        .family("unix"), .filtered("socket-unix"), .filtered("listen-abstract"),
        .filtered("connect-abstract", ["{abstract-listener}"], witnesses: [.abstractListener]),
        .filtered("connect-path", ["{unix-listener}"], witnesses: [.unixListener]),
        .filtered("connect-datagram", ["{unix-datagram}"], witnesses: [.unixDatagram]),
      ]),
    Promise(
      "LH-NET-003", .network, "The guest cannot configure the network or hear of it",
      why: "Netfilter, routes and device events are told and set over netlink.",
      references: ["CVE-2024-1086", "CVE-2021-22555", "CVE-2026-46300"],
      fix: "Refuse netlink sockets.", severity: .high,
      calls: [
        .family("netlink"), .filtered("socket-netlink"), .filtered("socket-netlink-of", ["6"]),
        .filtered("socket-netlink-of", ["9"]), .filtered("socket-netlink-of", ["12"]),
        .filtered("socket-netlink-of", ["15"]),
      ]),
    Promise(
      "LH-NET-004", .network, "The guest cannot read or forge packets",
      why: "Packet sockets alone had a dozen holes, and show everybody's traffic.",
      references: ["gVisor track record: 12 of packet sockets"],
      fix: "Refuse packet sockets.", severity: .high,
      calls: [
        .family("packet"), .filtered("socket-packet", userControl: .answers(.errors("EPERM"))),
      ]),
    Promise(
      "LH-NET-005", .network, "The guest cannot reach the host of its virtual machine",
      why: "A socket of that family goes past every rule of the network.",
      references: ["moby profile"],
      fix: "Refuse AF_VSOCK.", calls: [.family("vsock")]),
    Promise(
      "LH-NET-006", .network, "The guest cannot use the kernel's ciphers",
      why: "Pages spliced into such a socket were written by the kernel.",
      references: ["CVE-2026-31431"],
      fix: "Refuse AF_ALG.", calls: [.family("alg")]),
    Promise(
      "LH-NET-007", .network, "The guest cannot have a socket of any other family",
      why: "Old protocols are loaded for whoever asks, and nobody looks at their code any more.",
      references: ["CVE-2026-43500", "CVE-2026-43503"],
      fix: "List the families that are allowed: none.", severity: .high,
      calls: families.map { .family($0) }),
    Promise(
      "LH-NET-008", .network, "A socket that comes from elsewhere is of no use to the guest",
      why:
        "A descriptor that was passed or left open must not be a way to connect, listen or send.",
      references: ["CVE-2024-21626"],
      fix: "Refuse the calls of sockets, and messages on any descriptor but the wire's.",
      calls: [
        .reach("connect", "EBADF", "EFAULT"), .reach("bind", "EBADF", "EFAULT"),
        .reach("listen", "EBADF"), .reach("accept", "EBADF"), .reach("accept4", "EINVAL", "EBADF"),
        .reach("getsockname", "EBADF"), .reach("getpeername", "EBADF"),
        .reach("setsockopt", "EBADF"), .reach("getsockopt", "EBADF"),
        .reach("sendto", "EBADF", "EFAULT"), .reach("recvfrom", "EBADF", "EFAULT"),
        .reach("sendmsg", "EBADF", "EFAULT"), .reach("recvmsg", "EBADF", "EFAULT"),
        .reach("sendmmsg", "EBADF"), .reach("recvmmsg", "EBADF"), .reach("shutdown", "EBADF"),
      ]),
    Promise(
      "LH-NET-009", .network, "The guest cannot make pairs of sockets",
      why: "A pair is a socket, with all of its options and its garbage collector.",
      references: ["Chromium baseline"],
      fix: "Refuse socketpair(2); pipes are enough.", severity: .low,
      calls: [
        .reach("socketpair", "EFAULT", "EINVAL"), .reach("socketpair-inet", "EFAULT", "EINVAL"),
        .reach("socketpair-tipc", "EFAULT", "EINVAL"), .filtered("socket-pair"),
      ]),
    Promise(
      "LH-NET-010", .network, "The guest cannot ask for or change network interfaces",
      why: "Addresses say where the person is.", fix: "Refuse the requests of ioctl(2).",
      severity: .low,
      calls: [.reach("interface-up", "EBADF"), .reach("interface-list", "EBADF")]),
  ]

  static let ipc: [Promise] = [
    Promise(
      "LH-IPC-001", .ipc, "The guest cannot use System V shared memory",
      why: "A segment is found by number, is outside every limit of the guest, and outlives it.",
      references: ["nsjail #231", "Firefox content sandbox"],
      fix: "Refuse the calls, and isolate the namespace.",
      calls: [
        .reach("shmget", "ENOENT", "EINVAL"), .reach("shmat", "EINVAL"),
        .reach("shmctl", "EINVAL"), .reach("shmdt", "EINVAL"), .filtered("segment-own"),
        .filtered("segment", ["{sysv-memory}"], witnesses: [.systemVMemory]),
      ]),
    Promise(
      "LH-IPC-002", .ipc, "The guest cannot use System V semaphores",
      why: "They are found by number, and can make others wait.", fix: "Refuse the calls.",
      calls: [
        .reach("semget", "EINVAL", "ENOENT"), .reach("semop", "EINVAL", "EFAULT"),
        .reach("semtimedop", "EINVAL", "EFAULT"), .reach("semctl", "EINVAL"),
        .filtered("semaphore", ["{sysv-semaphore}"], witnesses: [.systemVSemaphore]),
      ]),
    Promise(
      "LH-IPC-003", .ipc, "The guest cannot use System V queues",
      why: "They are found by number, and what is in them outlives the guest.",
      fix: "Refuse the calls.",
      calls: [
        .reach("msgget", "ENOENT"), .reach("msgsnd", "EFAULT", "EINVAL"),
        .reach("msgrcv", "EINVAL"), .reach("msgctl", "EINVAL"),
        .filtered("queue", ["{sysv-queue}"], witnesses: [.systemVQueue]),
      ]),
    Promise(
      "LH-IPC-004", .ipc, "The guest cannot use POSIX queues",
      why: "They are found by name, and a notice of them can start a thread elsewhere.",
      references: ["Chromium baseline"],
      fix: "Refuse the calls.",
      calls: [
        .reach("mq-open", "EFAULT"), .reach("mq-unlink", "EFAULT"), .reach("mq-send", "EBADF"),
        .reach("mq-receive", "EBADF"), .reach("mq-notify", "EBADF"),
        .reach("mq-attributes", "EBADF"),
        .filtered("named-queue", ["{posix-queue}"], witnesses: [.posixQueue]),
      ]),
    Promise(
      "LH-IPC-005", .ipc, "The guest cannot open POSIX shared memory of the host",
      why: "It is a folder that everybody may write to.",
      references: ["pipelock #267"],
      fix: "Do not show /dev/shm.",
      calls: [
        ProbeCall(
          "named-memory", ["{posix-memory}"], witnesses: [.posixMemory],
          accepts: Acceptance.byAbsenceOrLandlock),
        ProbeCall("open-any", ["/dev/shm"], accepts: Acceptance.byAbsenceOrLandlock),
      ]),
  ]
}

extension ProbeCall {
  /// A socket of a family; a kernel without it says so, once it was asked.
  fileprivate static func family(_ name: String) -> ProbeCall {
    .reach("family-" + name, "EINVAL", "EAFNOSUPPORT")
  }
}
