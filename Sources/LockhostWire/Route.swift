// SPDX-License-Identifier: MIT

/// What a message is about; the table of the protocol.
///
/// `Docs/WireProtocol.md` has the same table with the bodies' fields, and a test compares them.
public enum Route: UInt16, Hashable, Sendable, CaseIterable {
  /// The guest's first message; answered with its ``LaunchContext``.
  case hello = 0x0001
  /// The scene starts.
  case present = 0x0002
  /// The guest has to leave.
  case end = 0x0003
  /// What the guest shows, after it changed.
  case sceneUpdate = 0x0004
  /// A person touched an element.
  case sceneTap = 0x0005
  /// The scene's phase changed.
  case scenePhase = 0x0006
  /// A signal is about to end the guest, which has stopped itself to be looked at.
  case guestCrash = 0x0007

  /// Asks whether the guest may use a camera or the microphone.
  case cameraAuthorization = 0x0101
  /// Asks the person for that permission.
  case cameraRequestAccess = 0x0102
  /// Starts the camera, or changes what it delivers.
  case cameraStart = 0x0110
  /// Stops the camera.
  case cameraStop = 0x0111
  /// A frame stands in a slot of the shared memory.
  case cameraFrame = 0x0112
  /// The guest no longer reads a slot.
  case cameraRelease = 0x0113
  /// The camera was taken away, or came back.
  case cameraInterruption = 0x0114
  /// How the camera is set: zoom, exposure, torch.
  case cameraControls = 0x0115
  /// What the camera sees is something else now.
  case cameraSubjectChanged = 0x0116
  /// The device is held another way.
  case deviceTurned = 0x0117
  /// Takes a photo.
  case photoCapture = 0x0120
  /// How far a photo is.
  case photoProgress = 0x0121
  /// Begins a recording.
  case movieStart = 0x0122
  /// Ends a recording.
  case movieStop = 0x0123
  /// A recording takes no more frames.
  case movieEnded = 0x0124
  /// States which controls the camera button's overlay has.
  case captureControlsRegister = 0x0130
  /// What the person does with that overlay.
  case captureControlEvent = 0x0131

  /// States which capture events the guest handles.
  case captureEventsRegister = 0x0201
  /// A hardware button, in one phase.
  case captureEvent = 0x0202
  /// The guest's handler has returned.
  case captureEventHandled = 0x0203
  /// The guest asks for a capture sound.
  case captureEventPlaySound = 0x0204

  /// Asks whether the guest may use the photo library.
  case photosAuthorization = 0x0301
  /// Asks the person for that permission.
  case photosRequestAuthorization = 0x0302
  /// Adds assets to the photo library.
  case photosAdd = 0x0303
  /// Asks what this session has added to the photo library.
  case photosFetch = 0x0304
  /// Asks for the file of something that this session has added.
  case photosRead = 0x0305

  /// Empties the session content folder.
  case sessionInvalidate = 0x0401
  /// Asks to unlock and open the app.
  case openApplication = 0x0402

  /// Reads an intent's context.
  case contextGet = 0x0501
  /// Writes or removes an intent's context.
  case contextSet = 0x0502

  /// Hands the app an activity to continue.
  case continueActivity = 0x0601
  /// Session content arrived or went.
  case sessionContent = 0x0602
  /// Removes one session content folder.
  case sessionContentInvalidate = 0x0603
  /// Holds back the app's appearance, or lets it go on.
  case delayAppearance = 0x0604
  /// The app's answer to an activity.
  case activityHandled = 0x0605

  /// Asks a control widget's process what it offers.
  case controlsDescribe = 0x0701
  /// Has the app perform the intent that it was launched by.
  case intentPerform = 0x0702
}

extension Route {
  /// The numbers from which on routes belong to whoever defines an extension point.
  ///
  /// No route of lockhost's own will ever be among them.
  public static let ownNumbers: ClosedRange<UInt16> = 0x8000...0xFFFF
}

extension Route {
  /// Who may send a route's request or event.
  public enum Sender: String, Hashable, Sendable {
    /// The guest sends, the host receives.
    case guest
    /// The host sends, the guest receives.
    case host
  }

  /// How a route's first body is laid out.
  public enum Layout: Hashable, Sendable {
    /// JSON, see ``JSONBody``.
    case json
    /// A struct of fixed size, see ``FixedBody``.
    case fixed(bytes: Int)
  }

  /// Who may send this route's request or event; replies and failures go the other way.
  public var sender: Sender {
    switch self {
    case .present, .end, .sceneTap, .scenePhase, .cameraFrame, .cameraInterruption,
      .cameraSubjectChanged, .deviceTurned, .photoProgress, .movieEnded, .captureControlEvent,
      .captureEvent,
      .continueActivity, .sessionContent, .controlsDescribe, .intentPerform:
      .host
    default: .guest
    }
  }

  /// Whether this route asks (``MessageKind/request``) or tells (``MessageKind/event``).
  public var kind: MessageKind {
    switch self {
    case .hello, .cameraAuthorization, .cameraRequestAccess, .cameraStart, .cameraStop,
      .photoCapture, .movieStart, .movieStop, .captureControlsRegister, .captureEventsRegister,
      .photosAuthorization, .photosRequestAuthorization,
      .photosAdd, .photosFetch, .photosRead, .sessionInvalidate, .openApplication, .contextGet,
      .contextSet,
      .sessionContentInvalidate, .controlsDescribe, .intentPerform:
      .request
    default: .event
    }
  }

  /// How the body of this route's request or event is laid out.
  public var layout: Layout {
    switch self {
    case .cameraFrame: .fixed(bytes: CameraFrame.byteCount)
    case .cameraRelease: .fixed(bytes: CameraRelease.byteCount)
    case .photoProgress: .fixed(bytes: PhotoProgress.byteCount)
    case .captureEvent: .fixed(bytes: CaptureEvent.byteCount)
    case .captureEventHandled: .fixed(bytes: CaptureEventHandled.byteCount)
    case .guestCrash: .fixed(bytes: GuestCrash.byteCount)
    default: .json
    }
  }

  /// How many descriptors this route's request or event may carry.
  public var descriptorLimit: Int { self == .photosAdd ? WireLimits.descriptors : 0 }

  /// How many descriptors a reply on this route may carry.
  public var replyDescriptorLimit: Int {
    switch self {
    case .cameraStart, .photoCapture, .movieStop, .photosRead: 1
    default: 0
    }
  }

  /// The route's name, as the documentation and records spell it.
  public var name: String { String(describing: self) }
}
