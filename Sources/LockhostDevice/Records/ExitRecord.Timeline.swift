// SPDX-License-Identifier: MIT

extension ExitRecord {
  /// When the things that matter in a session happened, in microseconds from the request.
  ///
  /// What never happened is `nil`.
  public struct Timeline: Codable, Hashable, Sendable {
    /// The rules had been looked at.
    @NullWhenNil public var decided: Int?
    /// The sandbox existed.
    @NullWhenNil public var spawned: Int?
    /// The guest's program began.
    @NullWhenNil public var executed: Int?
    /// The guest had said hello, with a version that fits.
    @NullWhenNil public var connected: Int?
    /// The scene was told to start; the watchdog runs from here.
    @NullWhenNil public var presented: Int?
    /// A camera session ran with an input and an output, for the first time.
    @NullWhenNil public var cameraStarted: Int?
    /// An enabled capture-event handler was registered, for the first time.
    @NullWhenNil public var handlerRegistered: Int?
    /// Every requirement had been met once.
    @NullWhenNil public var ready: Int?
    /// The first frame had reached the guest.
    @NullWhenNil public var firstFrame: Int?
    /// The session's end was decided.
    @NullWhenNil public var ended: Int?
    /// No process of the guest was left.
    @NullWhenNil public var dead: Int?
    /// The container was gone.
    @NullWhenNil public var wiped: Int?
    /// The session content was in the app's container.
    @NullWhenNil public var handedOver: Int?

    /// Creates an empty timeline.
    public init() {}

    /// The moments in the order of a good session, with their names.
    public var moments: [(name: String, microseconds: Int?)] {
      [
        ("decided", decided), ("spawned", spawned), ("executed", executed),
        ("connected", connected), ("presented", presented), ("cameraStarted", cameraStarted),
        ("handlerRegistered", handlerRegistered), ("ready", ready), ("firstFrame", firstFrame),
        ("ended", ended), ("dead", dead), ("wiped", wiped), ("handedOver", handedOver),
      ]
    }
  }
}
