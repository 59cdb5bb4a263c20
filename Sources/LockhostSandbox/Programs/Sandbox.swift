// SPDX-License-Identifier: MIT

public import LockhostPolicy
public import LockhostSystem

/// A sandbox for a program of this machine: what it may ask of the kernel, see, change and use.
///
/// A value that says all and does nothing until ``run(_:arguments:with:)``,
/// ``start(_:arguments:with:)`` or ``connect(_:arguments:with:)``. What is not named does not exist inside: no file but the
/// program and the libraries that its loader opens, no variable but a handful, no network, no other
/// process. The program is untrusted in everything, and so is what it writes and sends.
public struct Sandbox: Sendable {
  /// What the program may ask of the kernel.
  ///
  /// A dynamic program is also admitted what its loader needs (`libraries`).
  public var policy: Policy {
    get { origin.policy }
    set { origin = .value(newValue) }
  }
  /// Where the policy comes from.
  var origin: PolicyOrigin
  /// Files and folders of the host that the program sees at their own paths, and may read and run.
  ///
  /// What lies below another one of these needs no mention. Absolute paths. A device, such as
  /// `/dev/urandom`, can only be used if it is named itself.
  public var readable: [String] = []
  /// Files and folders of the host that the program may also change, and may not run.
  ///
  /// Neither may lie below a path of ``readable``, nor the other way round. Root's guests are
  /// another user in the host: see ``SandboxPlan``.
  public var writable: [String] = []
  /// Variables beside `HOME`, `TMPDIR`, `PATH`, `LANG` and the loader's; they win over those.
  public var environment: [String: String] = [:]
  /// The program's standard input, best a pipe; nil for the null device.
  public var input: SharedDescriptor?
  /// Whether the program sees `/proc`, with its own processes and nothing of the kernel.
  public var showsProcesses = false
  /// Resource limits.
  public var limits = GuestSpecification.Limits()
  /// The temporary file system that is the program's home, working folder and `TMPDIR`.
  public var container = GuestSpecification.Container()
  /// The longest the program may run, by the clock on the wall; nil for as long as it likes.
  public var time: Duration?
  /// How much of each of standard output and standard error ``run(_:arguments:with:)`` keeps.
  ///
  /// The program may write more; it is read and dropped.
  public var outputLimit = ByteCount.mebibytes(1)
  /// The weakest tier that will do; the strongest that this machine gives is taken.
  ///
  /// `ProgramEnd.tier` and `GuestProcess.tier` say which one it was: tell people when it is not `full`.
  public var weakestTier = SandboxTier.floor
  /// The one tier that will do; nil for the strongest down to ``weakestTier``.
  public var demandedTier: SandboxTier?
  /// Where compiled filters are kept from one process to the next; nil to compile at each start.
  public var cache: FilterCache?
  /// Whether every call is learned, for ``SandboxedProgram/calls``, instead of refused ones alone.
  ///
  /// The policy holds all the same. Every call then waits for the host, so the program runs several
  /// times slower, and the program is one that is trusted to show what it does: see ``CallRecorder``.
  public var recordsCalls = false

  /// A sandbox that grants a policy and nothing else.
  public init(_ policy: Policy = .compute) {
    origin = .value(policy)
  }

  /// A sandbox that grants a built-in policy, which is read only if that is needed.
  package init(builtIn policy: BuiltInPolicy) {
    origin = .builtIn(policy)
  }
}

extension Sandbox {
  /// Runs a program to its end and keeps what it wrote.
  ///
  /// Cancelling the task kills the program and every process of it; the end then says `stopped`.
  ///
  /// - Parameters:
  ///   - program: The absolute path of an ELF program.
  ///   - arguments: What follows the program's name.
  ///   - spawner: One to share among many runs; nil to start one for this run.
  /// - Throws: `SandboxError` when the program never ran; then nothing is left of the attempt.
  public func run(
    _ program: String, arguments: [String] = [], with spawner: Spawner? = nil
  ) async throws(SandboxError) -> ProgramEnd {
    let spawner = try Self.spawner(spawner)
    let running = try await start(program, arguments: arguments, with: spawner)
    let output: OutputCapture
    let errors: OutputCapture
    do throws(SystemError) {
      let process = running.process
      output = try OutputCapture(process.standardOutput, limit: outputLimit, loop: spawner.loop)
      errors = try OutputCapture(process.standardError, limit: outputLimit, loop: spawner.loop)
    } catch {
      throw .system(error)
    }
    var end = await withTaskCancellationHandler {
      await running.end()
    } onCancel: {
      running.stop()
    }
    end.output = await output.finish()
    end.errors = await errors.finish()
    return end
  }

  /// Starts a program and returns once it runs.
  ///
  /// The caller reads its output from ``SandboxedProgram/process``; a program whose pipes are full
  /// waits.
  ///
  /// - Parameters:
  ///   - program: The absolute path of an ELF program.
  ///   - arguments: What follows the program's name.
  ///   - spawner: One to share among many programs; nil to start one for this program.
  /// - Throws: `SandboxError` when the program never ran; then nothing is left of the attempt.
  public func start(
    _ program: String, arguments: [String] = [], with spawner: Spawner? = nil
  ) async throws(SandboxError) -> SandboxedProgram {
    try await start(
      program, arguments: arguments, channel: nil, with: try Self.spawner(spawner))
  }

  /// Starts a program that finds a socket as descriptor 3, and returns once it runs.
  ///
  /// Beyond the policy it is admitted what messages on that descriptor need (`wire`).
  ///
  /// - Parameters:
  ///   - program: The absolute path of an ELF program.
  ///   - arguments: What follows the program's name.
  ///   - spawner: One to share among many programs; nil to start one for this program.
  /// - Returns: The program, and the host's end of the socket.
  /// - Throws: `SandboxError` when the program never ran; then nothing is left of the attempt.
  public func connect(
    _ program: String, arguments: [String] = [], with spawner: Spawner? = nil
  ) async throws(SandboxError) -> (SandboxedProgram, MessageChannel) {
    let spawner = try Self.spawner(spawner)
    let ours: PacketSocket
    let theirs: PacketSocket
    do throws(SystemError) {
      (ours, theirs) = try PacketSocket.pair()
    } catch {
      throw .system(error)
    }
    let running = try await start(
      program, arguments: arguments, socket: theirs.descriptor, with: spawner)
    return (running, MessageChannel(ours, loop: spawner.loop))
  }

  /// The same with a socket of the caller's, who keeps the other end.
  package func start(
    _ program: String, arguments: [String] = [], socket: SharedDescriptor, with spawner: Spawner
  ) async throws(SandboxError) -> SandboxedProgram {
    var sandbox = self
    sandbox.policy.allow(.wire)
    return try await sandbox.start(
      program, arguments: arguments, channel: socket, with: spawner)
  }

  private func start(
    _ program: String, arguments: [String], channel: SharedDescriptor?, with spawner: Spawner
  ) async throws(SandboxError) -> SandboxedProgram {
    let tiers =
      demandedTier.map { [$0] }
      ?? SandboxTier.allCases.filter { $0 >= weakestTier }.sorted(by: >)
    var first: SandboxError?
    for tier in tiers {
      var plan = try self.plan(program, arguments: arguments, tier: tier)
      plan.specification.wire = channel
      do throws(SandboxError) {
        return try await SandboxedProgram.start(plan, time: time, with: spawner)
      } catch {
        guard error.isAboutTier else { throw error }
        first = first ?? error
      }
    }
    if let demandedTier, let first { throw first.refusing(demandedTier) }
    throw first ?? .tierUnavailable(weakestTier, reason: "no tier is as weak as that")
  }

  private static func spawner(_ shared: Spawner?) throws(SandboxError) -> Spawner {
    if let shared { return shared }
    do throws(SystemError) {
      return try Spawner()
    } catch {
      throw .system(error)
    }
  }
}
