// SPDX-License-Identifier: MIT

/// How one session went and ended: schema `lockhost.exit/1`.
///
/// Written once, last, when everything else is done: the tree dead, the container wiped, the session
/// content handed over. Fields are only ever added inside `/1`; a reader ignores those it does not
/// know. What does not apply is `null`, never absent.
public struct ExitRecord: Codable, Hashable, Sendable {
  /// The name of this schema.
  public static let currentSchema = "lockhost.exit/1"

  /// The schema, ``currentSchema``.
  public var schema = ExitRecord.currentSchema
  /// The session's identifier.
  public var session: String
  /// The app's bundle identifier.
  @NullWhenNil public var application: String?
  /// The extension's bundle identifier, when an extension was to start.
  @NullWhenNil public var `extension`: String?
  /// The device's name.
  @NullWhenNil public var device: String?
  /// When the launch was asked for: ISO 8601, UTC, with milliseconds.
  @NullWhenNil public var startedAt: String?
  /// The lock state at the launch.
  @NullWhenNil public var lockState: LockState?
  /// Where the person pressed.
  @NullWhenNil public var entryPoint: EntryPoint?
  /// The capture intent that the press named, and what came of it; `nil` for an icon.
  @NullWhenNil public var intent: Intent?
  /// What was decided, and by which rules.
  public var decision: LaunchDecision
  /// What ended the session.
  public var reason: Reason
  /// The code of the article about this end, or `nil` for an ordinary one.
  @NullWhenNil public var code: String?
  /// The end as one sentence for people, when there is more to say than ``reason`` does.
  @NullWhenNil public var message: String?
  /// The status with which the guest exited by itself.
  @NullWhenNil public var exitStatus: Int?
  /// The number of the signal that ended the guest.
  @NullWhenNil public var signal: Int?
  /// The name of that signal: `SIGSEGV`.
  @NullWhenNil public var signalName: String?
  /// The exception by which the SDK ended a guest that misused it; `nil` for any other end.
  @NullWhenNil public var exception: Exception?
  /// The watchdog's requirements that were not met in time, by identifier.
  public var missing: [String] = []
  /// The isolation that this machine gave: `full`, `no-userns`, `floor`; `nil` if nothing ran.
  @NullWhenNil public var tier: String?
  /// When things happened, in microseconds from the request.
  public var timeline = Timeline()
  /// How long before the request the guest had been started, for one that was made ready before.
  ///
  /// What happened to it until then stands in ``timeline`` as 0.
  @NullWhenNil public var preparedMicroseconds: Int?
  /// What the spawner's steps cost, in their order.
  ///
  /// Empty unless asked for.
  public var steps: [Step] = []
  /// The refused calls.
  public var violations: [Violation] = []
  /// The photos and videos that were added to the library.
  public var photos: [Photo] = []
  /// What was captured into the session folder, and where it is now.
  public var sessionContent = SessionContent()
  /// What the guest left in its container.
  public var container = Container()
  /// The activities with which the guest asked to open its app.
  public var activities: [Activity] = []
  /// How fast the guest dealt with the buttons; `nil` when it dealt with none.
  @NullWhenNil public var captureEvents: CaptureEvents?
  /// What the session used.
  public var resources = Resources()
  /// What happened and what was decided, in order.
  ///
  /// At most ``Event/most`` events.
  @EmptyWhenAbsent public var events: [Event]
  /// The faults that were asked for, as `--fault` has them.
  @EmptyWhenAbsent public var faults: [String]
  /// The file with the report of the guest's crash, when there is one.
  @NullWhenNil public var crashReport: String?
  /// The step of the script that could not be taken, where a script drove the session.
  @NullWhenNil public var failedStep: FailedStep?

  /// Creates a record, to be filled in.
  public init(session: String, decision: LaunchDecision, reason: Reason) {
    self.session = session
    self.decision = decision
    self.reason = reason
  }
}

extension ExitRecord {
  /// What ended a session.
  public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
    /// The person, a script or the idle timer sent it away.
    case dismissed
    /// The guest exited by itself.
    case exited
    /// The guest asked for its app, and the app opened.
    case openedApp = "opened-app"
    /// A requirement was not met in time.
    case watchdog
    /// The guest made a call that only an attacker makes, or too many refused ones.
    case violation
    /// A signal of its own making ended the guest.
    case crashed
    /// The guest went over one of its limits.
    case limit
    /// The host was interrupted, or died.
    case interrupted
    /// Something failed on the host's side.
    case hostError = "host-error"
    /// Nothing was started.
    case notLaunched = "not-launched"
  }

  /// One step of the spawner, and its cost.
  public struct Step: Codable, Hashable, Sendable {
    /// The step's name.
    public var step: String
    /// Its cost.
    public var microseconds: Int

    /// Creates a step.
    public init(step: String, microseconds: Int) {
      self.step = step
      self.microseconds = microseconds
    }
  }

  /// A kind of call that was refused.
  public struct Violation: Codable, Hashable, Sendable {
    /// The call's name: `socket`.
    public var syscall: String
    /// Its arguments, decoded: `AF_INET`.
    public var arguments: [String]
    /// What was done about it: `errno:EPERM`, `kill`.
    public var action: String
    /// The rule that refused it.
    public var rule: String
    /// How many times it was made.
    public var count: Int
    /// The line of source that made it, where that could be found.
    @NullWhenNil public var source: String?
    /// The calling convention, where it is a foreign one: `i386`, `x32`.
    @NullWhenNil public var convention: String?
    /// The number of the thread that made the first of them, as the host counted threads.
    @NullWhenNil public var thread: Int32?
    /// When the first was made, in microseconds since the launch was asked for.
    @NullWhenNil public var first: Int?
    /// When the last was made, in microseconds since the launch was asked for.
    @NullWhenNil public var last: Int?

    /// Creates a violation.
    public init(
      syscall: String, arguments: [String], action: String, rule: String, count: Int,
      source: String? = nil, convention: String? = nil, thread: Int32? = nil, first: Int? = nil,
      last: Int? = nil
    ) {
      self.syscall = syscall
      self.arguments = arguments
      self.action = action
      self.rule = rule
      self.count = count
      self.source = source
      self.convention = convention
      self.thread = thread
      self.first = first
      self.last = last
    }
  }

  /// A photo or video in the library.
  public struct Photo: Codable, Hashable, Sendable {
    /// The asset's identifier.
    public var identifier: String
    /// Where its file is.
    public var path: String
    /// The file's size.
    public var bytes: Int
    /// The uniform type of the file: `public.jpeg`.
    public var type: String

    /// Creates a photo.
    public init(identifier: String, path: String, bytes: Int, type: String) {
      self.identifier = identifier
      self.path = path
      self.bytes = bytes
      self.type = type
    }
  }

  /// What the guest left in its session folder, and what became of it.
  public struct SessionContent: Codable, Hashable, Sendable {
    /// Where it is now, as a `file:` URL; `nil` if there was nothing to hand over.
    @NullWhenNil public var url: String?
    /// The same place as a path.
    @NullWhenNil public var path: String?
    /// How many plain files arrived.
    public var files = 0
    /// Their size.
    public var bytes = 0
    /// What did not arrive, and why.
    ///
    /// At most ``HandOverReport/namedRefusals`` are named.
    public var refused: [RefusedEntry] = []
    /// How many did not arrive, named or not.
    public var refusedCount = 0

    /// Creates the account of an empty session folder.
    public init() {}
  }

  /// What the guest left in its container.
  public struct Container: Codable, Hashable, Sendable {
    /// How many files it held at the end; `nil` when the kernel threw them away uncounted.
    @NullWhenNil public var files: Int?
    /// Their size; `nil` when the kernel threw them away uncounted.
    @NullWhenNil public var bytes: Int?
    /// Whether the container was checked to be gone.
    public var wiped = false

    /// Creates the account of a container.
    public init() {}
  }

  /// An activity with which the guest asked to open its app.
  public struct Activity: Codable, Hashable, Sendable {
    /// The activity's type.
    public var activityType: String
    /// Its title.
    @NullWhenNil public var title: String?
    /// Its dictionary.
    @NullWhenNil public var userInfo: [String: JSONValue]?
    /// What came of the request: `opened`, `authentication-failed`, `application-not-found`, ….
    public var outcome: String

    /// Creates an activity.
    public init(
      activityType: String, title: String?, userInfo: [String: JSONValue]?, outcome: String
    ) {
      self.activityType = activityType
      self.title = title
      self.userInfo = userInfo
      self.outcome = outcome
    }
  }

  /// What a session used.
  public struct Resources: Codable, Hashable, Sendable {
    /// The most memory that one process of the guest held.
    @NullWhenNil public var maxResidentBytes: Int?
    /// The most memory that the whole guest was seen with, its container and memory files included.
    ///
    /// Measured ten times a second; `nil` for a guest that ended before that.
    @NullWhenNil public var peakBytes: Int?
    /// The most processes and threads that the guest's own cgroup counted, lockhost's pid 1 among them;
    /// `nil` where there was no such cgroup.
    @NullWhenNil public var peakProcesses: Int?
    /// What the guest's own cgroup limited (`cpu`, `memory`, `pids`); `nil` for a guest without one.
    @NullWhenNil public var cgroup: [String]?
    /// Time on the processor in user mode.
    @NullWhenNil public var userMicroseconds: Int?
    /// Time on the processor in the kernel.
    @NullWhenNil public var systemMicroseconds: Int?

    /// Creates the account of a session that used nothing.
    public init() {}
  }
}
