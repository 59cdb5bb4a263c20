// SPDX-License-Identifier: MIT

/// How a guest crashed: schema `lockhost.crash/1`.
///
/// Registers, functions and the last lines that it wrote; nothing of its memory, and no picture.
public struct CrashReport: Codable, Hashable, Sendable {
  /// The name of this schema.
  public static let currentSchema = "lockhost.crash/1"
  /// How many of the last lines are kept.
  public static let lines = 40

  /// The schema, ``currentSchema``.
  public var schema = CrashReport.currentSchema
  /// The session's identifier.
  public var session: String
  /// The bundle identifier of what crashed.
  public var program: String
  /// The signal's number.
  public var signal: Int
  /// Its name: `SIGSEGV`.
  @NullWhenNil public var signalName: String?
  /// The kernel's `si_code`; `nil` when the guest did not tell.
  @NullWhenNil public var signalCode: Int?
  /// The address that could not be used, in hexadecimal.
  @NullWhenNil public var faultAddress: String?
  /// The thread, as the guest counts threads.
  @NullWhenNil public var thread: Int?
  /// The registers by name, in hexadecimal.
  public var registers: [String: String] = [:]
  /// The functions on the way to the crash, the innermost first.
  public var frames: [Frame] = []
  /// The last lines that the guest wrote.
  public var lastLines: [String] = []
  /// Why something is missing.
  @NullWhenNil public var note: String?

  /// One function on the way to the crash.
  public struct Frame: Codable, Hashable, Sendable {
    /// The instruction's address in the guest, in hexadecimal.
    public var address: String
    /// The file that it is in.
    public var image: String
    /// The instruction's address in that file, in hexadecimal.
    public var offset: String
    /// The function.
    @NullWhenNil public var function: String?
    /// The line of source.
    @NullWhenNil public var source: String?

    /// Creates a frame.
    public init(
      address: String, image: String, offset: String, function: String?, source: String?
    ) {
      self.address = address
      self.image = image
      self.offset = offset
      self.function = function
      self.source = source
    }
  }

  /// Creates a report, to be filled in.
  public init(session: String, program: String, signal: Int) {
    self.session = session
    self.program = program
    self.signal = signal
  }
}
