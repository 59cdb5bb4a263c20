// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostPolicy
import LockhostSystem
import Testing

@testable import LockhostSandbox

/// What a guest meets in tier `floor`, each thing tried from inside.
@Suite("In tier floor", .timeLimit(.minutes(5)))
struct FloorTests {
  let spawner: Spawner
  let folder: TemporaryFolder

  init() throws {
    spawner = try Spawner()
    folder = try TemporaryFolder()
    unsafe chmod(folder.path, 0o755)
  }

  /// A probe that only the tier itself holds: its filter admits everything.
  private func bare(_ words: String...) throws -> GuestSpecification {
    var guest = try Guests.program("lockhost-probe", words)
    guest.tier = .floor
    guest.filter.isForFloor = true
    return guest
  }

  private func call(_ name: String, _ arguments: [String]) throws -> GuestSpecification {
    var guest = try Guests.program(
      "lockhost-probe", ["call", "\(SystemCall.number(name))"] + arguments)
    guest.tier = .floor
    guest.filter = try Guests.floorFilter("app", for: guest)
    return guest
  }

  @Test("a program runs, is told its tier, and leaves with its own code")
  func runs() async throws {
    let guest = try await spawner.launch(try Guests.floorProbe("compute", "exit", "7"))
    #expect(guest.tier == .floor)
    #expect(guest.landlockVersion >= FloorPlacement.minimumLandlock)
    let exit = await guest.exit()
    #expect(exit.status == .exited(7))
    #expect(exit.container?.leftovers == 0)
    #expect(exit.resources != nil)
  }

  @Test("it writes in its container, at the machine's path, and nowhere else")
  func files() async throws {
    let guest = try await spawner.launch(try Guests.floorProbe("app", "write"))
    let container = guest.paths.path(of: "/container")
    #expect(container != "/container")
    #expect(guest.paths.path(of: "/container/tmp") == container + "/tmp")
    let exit = await guest.exit()
    #expect(exit.status == .exited(0))
    // The folder that the launch makes for it, and the file.
    #expect(exit.container?.files == 2)
    #expect(exit.container?.bytes == 8)
    #expect(!FileManager.default.fileExists(atPath: container))
    let secret = try folder.write("secret", "secret")
    unsafe chmod(folder.path, 0o777)
    for (probe, path) in [
      ("open", secret), ("write", folder.path + "/new"), ("list", folder.path), ("list", "/"),
      ("list", "/proc"), ("open", "/etc/passwd"), ("open", "/proc/self/environ"),
      ("open", "/proc/\(getpid())/status"), ("open", "/dev/tty"),
    ] {
      let outcome = try await spawner.outcome(of: try Guests.floorProbe("app", probe, path))
      #expect(outcome.verdict == "refused EACCES", "\(probe) \(path): \(outcome.output)")
    }
    #expect(!folder.contains("new"))
  }

  @Test("what is shown is read or written as it was said, at the machine's path")
  func mounts() async throws {
    let file = try folder.write("shown", "text")
    let inside = try TemporaryFolder(owner: Guests.isRoot ? Guests.user : nil)
    for (probe, path, verdict) in [
      ("open", file, "done - open(\(file))"), ("write", file, "refused EACCES"),
      ("write", inside.path + "/new", "done - 8 bytes"),
    ] {
      var guest = try Guests.floorProbe("app", probe, path)
      guest.mounts += [
        .program(folder.path, at: "/shown"), .writable(inside.path, at: "/kept"),
      ]
      let outcome = try await spawner.outcome(of: guest)
      #expect(outcome.output.contains(verdict), "\(probe) \(path): \(outcome.output)")
    }
    #expect(inside.contains("new"))
  }

  @Test("it makes no process, whatever its own filter admits")
  func processes() async throws {
    let outcome = try await spawner.outcome(of: try bare("fork-bomb", "3"))
    #expect(outcome.output.contains("refused EPERM 0 children"), "\(outcome.output)")
    for (name, arguments, error) in [
      ("fork", [], "EPERM"), ("vfork", [], "EPERM"), ("clone", ["17", "0"], "EPERM"),
      // CLONE_VM | CLONE_VFORK, as posix_spawn does.
      ("clone", ["0x4111", "0"], "EPERM"), ("clone3", ["%88", "88"], "ENOSYS"),
      // The signal that ends it with its parent stays: PR_SET_PDEATHSIG.
      ("prctl", ["1", "0"], "EPERM"),
    ] {
      let words = ["call", "\(SystemCall.number(name))"] + arguments
      var guest = try Guests.program("lockhost-probe", words)
      guest.tier = .floor
      guest.filter.isForFloor = true
      let outcome = try await spawner.outcome(of: guest)
      #expect(outcome.verdict == "refused \(error)", "\(name): \(outcome.output)")
    }
  }

  @Test("files of the same user keep their modes, times and attributes")
  func metadata() async throws {
    let file = try folder.write("file", "text", mode: 0o644)
    let owner = Guests.isRoot ? Guests.user : getuid()
    unsafe chown(file, owner, owner)
    let before = try FileManager.default.attributesOfItem(atPath: file)
    for (name, arguments) in [
      ("chmod", ["@\(file)", "0"]), ("fchmodat", ["-100", "@\(file)", "0"]),
      ("chown", ["@\(file)", "-1", "-1"]), ("utimensat", ["-100", "@\(file)", "0", "0"]),
      ("utimes", ["@\(file)", "0"]), ("truncate", ["@\(file)", "0"]),
      ("setxattr", ["@\(file)", "@user.a", "@b", "1", "0"]),
      ("inotify_init1", ["0"]), ("unlink", ["@\(file)"]), ("open", ["@\(file)", "0x200"]),
    ] {
      let outcome = try await spawner.outcome(of: try call(name, arguments))
      #expect(outcome.output.contains(" refused "), "\(name): \(outcome.output)")
    }
    let after = try FileManager.default.attributesOfItem(atPath: file)
    #expect(after[.posixPermissions] as? Int == before[.posixPermissions] as? Int)
    #expect(after[.modificationDate] as? Date == before[.modificationDate] as? Date)
    #expect(after[.size] as? Int == 4)
  }

  @Test("other processes are neither signalled, measured nor slowed down")
  func others() async throws {
    let other = Foundation.Process()
    other.executableURL = URL(filePath: try ProgramFolder.path(of: "lockhost-probe"))
    other.arguments = ["sleep"]
    other.standardOutput = FileHandle.nullDevice
    try other.run()
    // This ends it whatever signals it has inherited blocked.
    defer { Glibc.kill(other.processIdentifier, SIGKILL) }
    let number = "\(other.processIdentifier)"
    for (name, arguments) in [
      ("tgkill", [number, number, "9"]), ("kill", [number, "9"]), ("tkill", [number, "9"]),
      ("rt_sigqueueinfo", [number, "9", "%128"]), ("pidfd_open", [number, "0"]),
      ("prlimit64", [number, "7", "0", "%16"]), ("sched_getaffinity", [number, "8", "%8"]),
      ("sched_setaffinity", [number, "8", "%8"]), ("sched_getscheduler", [number]),
      ("getpgid", [number]), ("getsid", [number]), ("getpriority", ["0", number]),
      ("setpriority", ["0", number, "19"]), ("setpriority", ["2", "0", "19"]),
      ("ioprio_get", ["1", number]), ("get_robust_list", [number, "%8", "%8"]),
      ("ptrace", ["0x4206", number, "0", "0"]), ("kill", ["-1", "0"]), ("kill", ["1", "0"]),
    ] {
      let outcome = try await spawner.outcome(of: try call(name, arguments))
      let isKilled = outcome.status == .signaled(SIGSYS, dumpedCore: false)
      #expect(isKilled || outcome.output.contains(" refused "), "\(name): \(outcome.output)")
    }
    #expect(other.isRunning)
    // Below its own filter, Landlock has the same to say where it is new enough.
    let outcome = try await spawner.outcome(of: try bare("kill-process", number))
    #expect(outcome.output.contains("refused"), "\(outcome.output)")
  }

  @Test("its own limits, affinity and group it may still ask for, and signal itself")
  func itself() async throws {
    for (name, arguments) in [
      ("prlimit64", ["0", "7", "0", "%16"]), ("sched_getaffinity", ["0", "128", "%128"]),
      ("getpgid", ["0"]), ("getsid", ["0"]), ("getpriority", ["0", "0"]),
    ] {
      let outcome = try await spawner.outcome(of: try call(name, arguments))
      #expect(outcome.output.contains(" done "), "\(name): \(outcome.output)")
    }
    let program = try Sandbox(.app).plan("/bin/sh", tier: .floor)
    #expect(program.filter.rules.isForFloor)
  }

  @Test("sockets that could reach the machine's are not to be had")
  func sockets() async throws {
    // SOCK_DGRAM sends to a path or an abstract name; SOCK_STREAM and SOCK_SEQPACKET cannot.
    for (type, isAdmitted) in [("1", true), ("2", false), ("3", false), ("5", true)] {
      let outcome = try await spawner.outcome(of: try call("socketpair", ["1", type, "0", "%8"]))
      #expect(outcome.output.contains(isAdmitted ? " done " : " refused "), "\(outcome.output)")
    }
    for name in ["socket", "shmget", "msgget", "semget", "mq_open"] {
      let outcome = try await spawner.outcome(of: try call(name, ["1", "1", "0"]))
      #expect(outcome.verdict == "refused EPERM", "\(name): \(outcome.output)")
    }
  }

  @Test("policies that need a namespace are refused, and name the rule")
  func policies() throws {
    for name in Policy.builtInNames {
      let policy = try Policy.builtIn(name)
      do throws(FilterError) {
        _ = try FilterCompiler.compile(policy, executable: 256, tier: .floor)
        #expect(name != "program")
      } catch {
        #expect(name == "program", "\(name): \(error)")
        guard case .floor(let refusal) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(refusal.call == "fork" && refusal.rule == "allow processes")
        #expect(SandboxError.filter(error).code == "LH3020")
      }
    }
  }

  @Test("a filter that was made for another tier does not do")
  func foreignFilter() async throws {
    var guest = try Guests.probe("exit")
    guest.tier = .floor
    guard case .invalidSpecification(field: "filter", _) = await spawner.failure(of: guest) else {
      Issue.record("it does")
      return
    }
  }

  @Test("Landlock that is too old is a refusal with both versions")
  func oldLandlock() async throws {
    var guest = try Guests.floorProbe("compute", "exit")
    guest.minimumLandlock = 4_000
    guard case .tierUnavailable(.floor, let reason) = await spawner.failure(of: guest) else {
      Issue.record("it is none")
      return
    }
    #expect(reason.contains("version"))
  }

  @Test("a folder that the guest's user cannot reach is named before anything runs")
  func unreachable() async throws {
    guard Guests.isRoot else {
      print("an ordinary user's guest is that user, and reaches what it was given")
      return
    }
    unsafe chmod(folder.path, 0o700)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/below", withIntermediateDirectories: false)
    var guest = try Guests.floorProbe("app", "exit")
    guest.mounts.append(.program(folder.path + "/below", at: "/below"))
    let failure = await spawner.failure(of: guest)
    #expect(
      failure == .launch(step: .paths, index: 1, cause: SystemError(call: "open(2)", code: EACCES)))
  }

  @Test("the kernel's own folders cannot be shown", arguments: ["/proc", "/sys", "/dev"])
  func kernelFolders(_ path: String) async throws {
    var guest = try Guests.floorProbe("app", "exit")
    guest.mounts.append(.program(path, at: path))
    guard case .invalidSpecification(field: "mounts", _) = await spawner.failure(of: guest) else {
      Issue.record("it can")
      return
    }
  }
}
