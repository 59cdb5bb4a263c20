// SPDX-License-Identifier: MIT

public import LockhostPolicy
public import LockhostSystem

/// Everything about a guest that is to be started; a value that says all and does nothing.
///
/// What is not named here does not exist for the guest: no file, no variable, no descriptor.
public struct GuestSpecification: Sendable {
  /// The program, as a file that the guest sees through one of ``mounts``.
  public var executable: Executable
  /// The argument list, the program's name first.
  public var arguments: [String]
  /// The whole environment.
  public var environment: [String: String]
  /// The variables whose values are paths inside, joined by colons where there are several.
  ///
  /// In tier `floor` the guest finds these files at other paths, and is told so.
  public var pathVariables: Set<String> = []
  /// What the guest sees of the host's files.
  ///
  /// No target may lie below another: a guest that may write there could move what is below.
  public var mounts: [Mount]
  /// The temporary container; nil for a guest that may write nowhere but in writable mounts.
  public var container: Container?
  /// Folders to make before the guest starts, with mode 0700, parents first.
  public var directories: [String]
  /// Where the guest starts.
  public var workingDirectory: String
  /// The host name the guest sees.
  public var hostname: String
  /// Whether the guest sees `/proc`, which then shows its own processes and nothing of the kernel.
  public var showsProcesses: Bool
  /// Whether the program stops before its first instruction, until `SIGCONT` or a debugger lets it go
  /// on.
  ///
  /// The sandbox is whole by then; only pid 1 puts its own filter on after the program is there.
  public var stopsAtStart: Bool
  /// The ids the guest has in the host.
  public var identity: Identity
  /// Resource limits.
  public var limits: Limits
  /// The seccomp filter.
  public var filter: Filter
  /// The guest's standard input; nil for the null device.
  ///
  /// What it can do with an open file beside reading it is not the sandbox's to say: give it pipes.
  public var input: SharedDescriptor?
  /// The guest's descriptor 3; nil to leave it closed.
  public var wire: SharedDescriptor?
  /// A cgroup v2 folder, in which the guest is born; nil for the spawner's own.
  public var cgroup: SharedDescriptor?
  /// The layers to apply; the launch fails if the machine does not give them.
  public var tier: SandboxTier
  /// A lock that is held in tier `floor` until the last process of the guest is dead.
  ///
  /// In the other tiers the guest's mounts say so.
  package var heldLock: SharedDescriptor?
  /// The oldest version of Landlock's rules with which tier `floor` is made.
  var minimumLandlock = FloorPlacement.minimumLandlock
  /// How long a launch may take from the moment the spawner is asked until the program runs.
  public var deadline: Duration

  /// Describes a guest with an empty environment, a container and no mounts.
  ///
  /// - Parameter identity: Root must name an unprivileged user; everybody else is `.own`.
  public init(executable: Executable, arguments: [String], identity: Identity, filter: Filter) {
    self.executable = executable
    self.arguments = arguments
    self.identity = identity
    self.filter = filter
    environment = [:]
    mounts = []
    container = Container()
    directories = []
    workingDirectory = "/"
    hostname = "guest"
    showsProcesses = false
    stopsAtStart = false
    limits = Limits()
    input = nil
    wire = nil
    cgroup = nil
    tier = .full
    deadline = .seconds(10)
  }
}

extension GuestSpecification {
  /// A file or folder of the host, by its path and, where it was looked at before, by descriptor.
  public struct Source: Sendable {
    /// The absolute path in the host.
    public var path: String
    /// The file that is meant; the launch fails if the path has come to lead elsewhere.
    ///
    /// Nil to open the path at the launch.
    public var descriptor: SharedDescriptor?

    /// Names a file or folder of the host.
    public init(path: String, descriptor: SharedDescriptor? = nil) {
      self.path = path
      self.descriptor = descriptor
    }
  }

  /// The program to run.
  public struct Executable: Sendable {
    /// Where the file is in the host.
    public var source: Source
    /// Where the guest sees it.
    public var path: String

    /// Names the program.
    public init(source: Source, path: String) {
      self.source = source
      self.path = path
    }
  }

  /// A file or folder of the host that the guest sees.
  ///
  /// What else is mounted below a folder is not seen; an ordinary user cannot give such a folder at
  /// all (the launch fails at its sources with `EINVAL`), since it would show what the other mount
  /// covers.
  public struct Mount: Sendable {
    /// Where it is in the host.
    public var source: Source
    /// The absolute path at which the guest sees it.
    public var target: String
    /// Whether the guest may change it.
    public var isWritable: Bool
    /// Whether the guest may run, or map as code, what is in it.
    public var isExecutable: Bool
    /// Whether it is a device, such as `/dev/null`.
    public var isDevice: Bool

    /// Shows a file or folder to the guest.
    public init(
      source: Source, target: String, isWritable: Bool = false, isExecutable: Bool = false,
      isDevice: Bool = false
    ) {
      self.source = source
      self.target = target
      self.isWritable = isWritable
      self.isExecutable = isExecutable
      self.isDevice = isDevice
    }

    /// A folder or file that can be read and run, and not changed.
    public static func program(_ path: String, at target: String) -> Mount {
      Mount(source: Source(path: path), target: target, isExecutable: true)
    }

    /// A folder or file that can be read and written, and not run.
    public static func writable(_ path: String, at target: String) -> Mount {
      Mount(source: Source(path: path), target: target, isWritable: true)
    }

    /// A device at its own path.
    public static func device(_ path: String) -> Mount {
      Mount(source: Source(path: path), target: path, isWritable: true, isDevice: true)
    }
  }

  /// A temporary file system of the guest's own, which ends with it.
  public struct Container: Hashable, Sendable {
    /// Where the guest sees it.
    public var path: String
    /// The most that can be in it.
    public var size: ByteCount
    /// The most files and folders that can be in it.
    public var files: Int

    /// Describes a container.
    public init(path: String = "/container", size: ByteCount = .mebibytes(64), files: Int = 4096) {
      self.path = path
      self.size = size
      self.files = files
    }
  }

  /// Who the guest is in the host.
  public enum Identity: Hashable, Sendable {
    /// The user that runs the host; refused for root.
    ///
    /// The guest keeps that user's further groups, which only root can drop; they mean nothing to
    /// files that it cannot see.
    case own
    /// An unprivileged user of the guest's own; root only.
    case unprivileged(user: UInt32, group: UInt32)
  }

  /// What the guest may use; soft and hard limits are the same.
  public struct Limits: Hashable, Sendable {
    /// Descriptors at once.
    ///
    /// Also the number at which the executable is held until it runs, so a filter must be compiled
    /// for the same number.
    public var openFiles: Int = 256
    /// Processes and threads at once.
    public var processes: Int = 64
    /// Address space of one process; nil for no limit.
    ///
    /// Reserved memory counts, so it must be far larger than what the guest really uses.
    public var addressSpace: ByteCount?
    /// Private writable memory of one process; nil for no limit.
    public var data: ByteCount? = .mebibytes(512)
    /// Memory of the whole guest, its container and memory files included; nil for no limit.
    ///
    /// The kernel limits each process and each file system; the sum is measured, some times a
    /// second, by whoever watches the guest, and past it the guest is killed.
    public var memory: ByteCount? = .mebibytes(768)
    /// The size of one file.
    public var fileSize: ByteCount = .mebibytes(256)
    /// The main thread's stack.
    public var stack: ByteCount = .mebibytes(8)
    /// Processor time of one process, in whole seconds; nil for no limit.
    public var processorTime: Duration?
    /// Processor time of the whole guest, as a share of one processor, such as 0.5 or 2; nil for as much
    /// as there is.
    ///
    /// Only a cgroup can hold this: where the guest gets none with that controller the launch fails.
    public var processors: Double?
    /// Memory locked into place.
    public var lockedMemory: ByteCount = ByteCount(0)
    /// Added to the guest's chance to be chosen when memory runs out, 0…1000.
    public var outOfMemoryScore: Int32 = 500

    /// The limits that an extension gets.
    public init() {}
  }

  /// The rules on system calls.
  public struct Filter: Hashable, Sendable {
    /// `struct sock_filter`, as many as there are, in the machine's byte order.
    public var program: [UInt8]
    /// Whether the host gets the descriptor at which refused calls are announced.
    public var hasListener: Bool
    /// Whether it holds what tier `floor` needs of a filter.
    public var isForFloor: Bool

    /// Takes a filter that `FilterCompiler` made, for the tier that it was made for.
    public init(_ filter: FilterProgram) {
      program = filter.bytes
      hasListener = filter.usesListener
      isForFloor = filter.isForFloor
    }

    /// Takes a compiled filter, which must admit `execveat` on descriptor `Limits.openFiles` and
    /// `sendmsg` on the one above.
    public init(program: [UInt8], hasListener: Bool) {
      self.program = program
      self.hasListener = hasListener
      isForFloor = false
    }
  }
}
