// SPDX-License-Identifier: MIT

import Glibc

/// The one way in which this extension misbehaves, named by the file `behaviour` in its bundle.
///
/// One program with a table, rather than forty programs, is built once and differs in one file.
enum Behaviour: String, CaseIterable {
  /// The control: a camera, a handler, a photo for each press.
  case none

  // What it fails to do at its launch.
  case neverConnects = "never-connects"
  case neverStartsCamera = "never-starts-camera"
  case noHandler = "no-handler"
  case handlerDisabled = "handler-disabled"
  case sessionWithoutInput = "session-without-input"
  case sessionWithoutOutput = "session-without-output"
  case blocksMainThread = "blocks-main-thread"

  // How it ends before anybody pressed anything.
  case exitsEarly = "exits-early"
  case exitsWithSevenEarly = "exits-with-7-early"
  case crashesEarly = "crashes-early"

  // What it does at the first press, once it is ready.
  case stopsCamera = "stops-camera"
  case exits
  case exitsWithSeven = "exits-with-7"
  case crashesBySegmentationFault = "crashes-by-segmentation-fault"
  case crashesByAbort = "crashes-by-abort"
  case crashesByTrap = "crashes-by-trap"
  case ignoresDismissal = "ignores-dismissal"
  case opensApp = "opens-app"
  case opensAppAgainAndAgain = "opens-app-again-and-again"
  case opensAppThrice = "opens-app-three-times-at-once"
  case opensAppWithOwnType = "opens-app-with-own-type"
  case opensAppWithBadInfo = "opens-app-with-bad-info"
  case delaysAppearance = "delays-appearance"
  case looksAround = "looks-around"
  case callsSocket = "calls-socket"
  case callsSocketInALoop = "calls-socket-in-a-loop"
  case forks
  case executes
  case allocates
  case busyWorkers = "busy-workers"
  case floodsOutput = "floods-output"
  case fillsContainer = "fills-container"
  case fillsSessionContent = "fills-session-content"
  case oddSessionContent = "odd-session-content"
  case manySessionFiles = "many-session-files"
  case floodsWire = "floods-wire"
  case garbageOnWire = "garbage-on-wire"
  case deepMessage = "deep-message"
  case unknownRoute = "unknown-route"
  case appsRoute = "apps-route"
  case passesDescriptors = "passes-descriptors"
  case addsOddPhotos = "adds-odd-photos"
  case passesUnsealedPhoto = "passes-unsealed-photo"
  case closesWire = "closes-wire"

  // What it does with the camera: which of `CameraMisuse` is the second word.
  case misusesCamera = "misuses-camera"

  /// Nothing of its own: the app uses the camera.
  case appCamera = "app-camera"

  // What it does with the context of its intent.
  case setsContexts = "sets-contexts"
  case floodsContext = "floods-context"
  case watchesContext = "watches-context"
  case timesContext = "times-context"

  // What speaks the wire itself, without the SDK's reader.
  case neverReads = "never-reads"

  // What does so with the camera's frames in its hands.
  /// The control: it reads frames, and gives each slot back.
  case readsFrames = "reads-frames"
  case scribblesOverFrames = "scribbles-over-frames"
  case changesFrames = "changes-frames"
  case keepsAllSlots = "keeps-all-slots"
  case falseSlots = "false-slots"
  case mapsAfterUnmap = "maps-after-unmap"
  case readsUnmappedFrames = "reads-unmapped-frames"
  case speaksAsHost = "speaks-as-host"
  case speaksAsHostOn = "speaks-as-host-on"

  /// Reads the name from the bundle; the guest's bundle is always there.
  static func fromBundle() -> Behaviour {
    let descriptor = open("/bundle/behaviour", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return .none }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return .none }
    let name = String(decoding: bytes[..<count], as: UTF8.self)
    let trimmed = name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    guard let behaviour = Behaviour(rawValue: trimmed) else {
      print("no behaviour is called '\(trimmed)'")
      exit(64)
    }
    return behaviour
  }
}
