// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem
import Testing

/// One thing that a guest may try, and who stops it.
struct Attempt: Sendable, CustomTestStringConvertible {
  /// How the filter of a capture extension answers.
  enum Answer: Sendable, Equatable {
    case refused(String)
    case killed
  }

  /// What an attempt to write the running program gets: a user who owns its file hears first that it
  /// is being run, everybody else that it may not be written.
  private static let ownProgram: String = {
    guard geteuid() != 0, let path = try? ProgramFolder.path(of: "lockhost-probe"),
      unsafe access(path, W_OK) == 0
    else { return "EACCES" }
    return "ETXTBSY"
  }()

  let words: [String]
  /// What every other layer says when the filter admits everything; nil where only the filter stops
  /// it, or where it could do no harm.
  var layers: String?
  let filter: Answer
  /// Whether the same probe works outside, for this user.
  var worksOutside: Bool

  init(
    _ words: String, layers: String? = nil, filter: Answer = .refused("EPERM"),
    outside: Bool = false
  ) {
    self.words = words.split(separator: " ").map(String.init)
    self.layers = layers
    self.filter = filter
    worksOutside = outside
  }

  var testDescription: String { words.joined(separator: " ") }

  static let root = geteuid() == 0

  static let all = [
    Attempt("int80", filter: .killed, outside: true),
    Attempt("x32", layers: "ENOSYS", filter: .killed),
    Attempt("unknown-call", layers: "ENOSYS", filter: .refused("ENOSYS")),
    Attempt("clone3-invalid", layers: "EFAULT", filter: .refused("ENOSYS")),
    Attempt("setuid 0", layers: "EINVAL", outside: root),
    Attempt("setgroups", layers: "EPERM", outside: root),
    Attempt("chroot", layers: "EPERM", filter: .killed, outside: root),
    Attempt("capset", layers: "EPERM", outside: root),
    Attempt("securebits", layers: "EPERM", outside: root),
    Attempt("open /etc/passwd", layers: "ENOENT", filter: .refused("ENOENT"), outside: true),
    Attempt("list /", layers: "EACCES", filter: .refused("EACCES"), outside: true),
    Attempt("write /program", layers: ownProgram, filter: .refused(ownProgram)),
    Attempt("write /file", layers: "EROFS", filter: .refused("EROFS")),
    Attempt("mkdir /folder", layers: "EROFS", filter: .refused("EROFS")),
    Attempt("mknod", layers: "EACCES", outside: root),
    Attempt("bpf", layers: "EPERM", filter: .killed, outside: root),
    Attempt("io-uring", layers: "ENOMEM", filter: .refused("ENOSYS"), outside: true),
    Attempt("userfaultfd", filter: .killed, outside: true),
    Attempt("perf", filter: .killed),
    Attempt("keyctl", layers: "EACCES", filter: .killed, outside: true),
    Attempt("add-key", filter: .killed, outside: true),
    Attempt("tiocsti", layers: "ENOTTY"),
    Attempt("tiocsti-high", layers: "ENOTTY"),
    Attempt("sethostname", layers: "EPERM"),
    Attempt("mmap-rwx", outside: true),
    Attempt("mprotect-rx", outside: true),
    Attempt("mmap-file-rx", layers: "EPERM", outside: true),
    Attempt("mlock", layers: "EPERM", outside: true),
    Attempt("unshare-user", filter: .killed, outside: true),
    Attempt("unshare-mount", layers: "EPERM", filter: .killed, outside: root),
    Attempt("clone3-newuser", filter: .refused("ENOSYS"), outside: true),
    Attempt("mount", layers: "EPERM", filter: .killed),
    Attempt("fsopen", layers: "EPERM", filter: .killed, outside: root),
    Attempt("remount /program", layers: "EPERM", filter: .killed),
    Attempt("umount", layers: "EPERM", filter: .killed),
    Attempt("pivot-root", layers: "EPERM", filter: .killed),
    Attempt("setns", layers: "EBADF", filter: .killed),
    Attempt("socket-inet", outside: true),
    Attempt("socket-inet6", outside: true),
    Attempt("socket-unix", outside: true),
    Attempt("socket-netlink", outside: true),
    Attempt("socket-packet", layers: "EPERM", outside: root),
    Attempt("connect-loopback", layers: "ENETUNREACH", outside: true),
    Attempt("exec /program"),
    Attempt("exec-open", layers: "EBADF"),
    Attempt("exec-written /program", layers: "EACCES"),
    Attempt("exec-memory /program"),
    Attempt("ptrace", filter: .killed, outside: true),
    Attempt("ptrace-init", layers: "EPERM", filter: .killed),
    Attempt("kill-process 1", layers: "EPERM"),
    Attempt("kill-init", layers: "EPERM"),
    Attempt("fork-bomb 1"),
  ]
}

@Suite("What a guest is refused")
struct RefusalTests {
  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  @Test("outside, the same program does it", arguments: Attempt.all.filter(\.worksOutside))
  func outside(_ attempt: Attempt) throws {
    let outcome = try Outside.outcome(of: "lockhost-probe", attempt.words)
    #expect(outcome.verdict == "done -")
    #expect(outcome.status == .exited(0))
  }

  @Test(
    "the other layers stop it alone, when the filter admits everything",
    arguments: Attempt.all.filter { $0.layers != nil })
  func layers(_ attempt: Attempt) async throws {
    let guest = try Guests.program("lockhost-probe", attempt.words)
    let outcome = try await spawner.outcome(of: guest)
    #expect(outcome.verdict == "refused " + (attempt.layers ?? ""))
    #expect(outcome.status == .exited(1))
  }

  @Test("an extension's filter and the layers together stop it", arguments: Attempt.all)
  func filter(_ attempt: Attempt) async throws {
    var guest = try Guests.program("lockhost-probe", attempt.words)
    guest.filter = try Guests.filter("capture", for: guest)
    let outcome = try await spawner.outcome(of: guest)
    switch attempt.filter {
    case .killed:
      #expect(outcome.status == .signaled(SIGSYS, dumpedCore: false))
    case .refused(let name):
      #expect(outcome.verdict == "refused " + name)
      #expect(outcome.status == .exited(1))
    }
  }

  @Test("a process of another user cannot be named, let alone signalled")
  func otherProcesses() async throws {
    let other = try await spawner.launch(try Guests.probe("sleep"))
    let identifier = try #require(other.identifier)
    // Control: the number exists.
    #expect(Processes.exists(identifier))
    let guest = try Guests.probe("kill-process", "\(identifier)")
    #expect(try await spawner.outcome(of: guest).verdict == "refused ESRCH")
  }

  @Test("a secret of the host's user cannot be opened, while its owner can")
  func secret() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("file", "secret", mode: 0o600)
    #expect(try Outside.outcome(of: "lockhost-probe", ["open", path]).verdict == "done -")
    let guest = try Guests.probe("open", path)
    #expect(try await spawner.outcome(of: guest).verdict == "refused ENOENT")
    withExtendedLifetime(folder) {}
  }

  @Test("a folder that was given can be read, and written only if it was given so")
  func mounts() async throws {
    let folder = try TemporaryFolder(owner: Guests.isRoot ? Guests.user : nil)
    try folder.write("file", "content")
    var guest = try Guests.probe("write", "/session/new")
    guest.mounts.append(.writable(folder.path, at: "/session"))
    #expect(try await spawner.outcome(of: guest).verdict == "done -")
    #expect(folder.contains("new"))
    guest.mounts[1].isWritable = false
    guest.arguments = ["probe", "write", "/session/newer"]
    #expect(try await spawner.outcome(of: guest).verdict.hasPrefix("refused"))
    guest.arguments = ["probe", "open", "/session/file"]
    #expect(try await spawner.outcome(of: guest).verdict == "done -")
  }

  @Test("a device is there only if it was given")
  func devices() async throws {
    var guest = try Guests.probe("open", "/dev/urandom")
    #expect(try await spawner.outcome(of: guest).verdict == "refused ENOENT")
    guest.mounts.append(.device("/dev/urandom"))
    #expect(try await spawner.outcome(of: guest).verdict == "done -")
  }
}
