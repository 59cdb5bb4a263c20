// SPDX-License-Identifier: MIT

import Lockhost
import LockhostSystem

/// Takes a script's steps, one after the other, on a running session.
///
/// A step that needs something of the extension waits for it, so that a script needs no `sleep`:
/// a press for a handler, a tap for its element, an answer for its question.
package struct ScriptRunner: Sendable {
  private let script: Script
  private let stepTimeout: Duration
  /// Told of each step before it is taken.
  private let announce: @Sendable (_ number: Int, Script.Line) -> Void

  /// A runner for one run.
  ///
  /// - Parameter stepTimeout: How long a step may wait. `wait end` waits for as long as it takes.
  package init(
    script: Script, stepTimeout: Duration,
    announce: @escaping @Sendable (_ number: Int, Script.Line) -> Void = { _, _ in }
  ) {
    self.script = script
    self.stepTimeout = stepTimeout
    self.announce = announce
  }

  /// What earlier steps have waited for already.
  private struct Progress {
    var photos = 0
    var openRequests = 0
    /// Whether a step was taken that ends the session, which takes a moment.
    var hasLeft = false
  }

  /// Takes every step.
  ///
  /// - Throws: `StepFailure` for the first step that cannot be taken; later ones are not tried.
  package func run(on session: some SessionDriving) async throws(StepFailure) {
    var progress = Progress()
    for (index, line) in script.steps.enumerated() {
      announce(index + 1, line)
      if let cause = await take(line.step, on: session, &progress) {
        throw StepFailure(
          line: line, number: index + 1, total: script.steps.count, cause: cause)
      }
    }
  }

  private func take(
    _ step: ScriptStep, on session: some SessionDriving, _ progress: inout Progress
  ) async -> StepFailure.Cause? {
    // The guest still has its grace, in which it may or may not hear of a button: that is no hand's work.
    if progress.hasLeft, step.needsGuest, let ending = await end(of: session) {
      return .ended(ending)
    }
    do throws(DrivingError) {
      switch step {
      case .wait(let awaited): return await wait(for: awaited, on: session, &progress)
      case .press(let button):
        if let cause = await need(.handlerRegistered, of: session) { return cause }
        try await session.press(button)
      case .hold(let button, let duration):
        if let cause = await need(.handlerRegistered, of: session) { return cause }
        try await session.hold(button, for: duration)
      case .cancel(let button):
        if let cause = await need(.handlerRegistered, of: session) { return cause }
        try await session.cancel(button)
      case .tap(let label):
        // When the element does not come, the tap is tried all the same: its error names what is
        // on the screen instead.
        if case .ended(let ending) = await session.wait(
          for: .element(label: label), timeout: stepTimeout)
        {
          return .ended(ending)
        }
        try await session.tap(label)
      case .authenticate(let answer):
        switch await session.wait(for: .authenticationAsked, timeout: stepTimeout) {
        case .happened: try await session.authenticate(answer)
        case .ended(let ending): return .ended(ending)
        case .timedOut: return .refused(.nothingAsked)
        }
      case .lock: try await session.lock()
      case .unlock: try await session.unlock()
      case .camera(let source): try await session.changeCamera(to: source)
      case .turn(let degrees): try await session.turn(to: degrees)
      case .control(let title, let value): try await session.adjust(title, to: value)
      case .sleep(let duration): await sleep(duration, on: session)
      case .dismiss:
        try await session.dismiss(by: .swipe)
        progress.hasLeft = true
      case .sideButton:
        try await session.dismiss(by: .sideButton)
        progress.hasLeft = true
      case .kill:
        try await session.kill()
        progress.hasLeft = true
      case .fault(let fault): await session.turnOn(fault)
      }
      return nil
    } catch .ended(let ending) {
      // A phone that shows the lock screen, or the app, can be swiped all the same.
      if step.isLeaving, ending.isOrdinary { return nil }
      return .ended(ending)
    } catch {
      return .refused(error)
    }
  }

  /// Does nothing for a while.
  ///
  /// The end of the session cuts it short, unless the app was opened: the app is on the screen then,
  /// and has things to do.
  private func sleep(_ duration: Duration, on session: some SessionDriving) async {
    let start = MonotonicInstant.now
    guard let ending = await end(of: session, within: duration), ending.reason == "opened-app"
    else {
      return
    }
    // Cancellation means that nobody waits for the rest any more.
    try? await Task.sleep(for: duration - start.duration(to: .now))
  }

  /// How the session ended; nil when it does not in that time.
  private func end(
    of session: some SessionDriving, within limit: Duration? = nil
  ) async -> SessionEnding? {
    guard await session.wait(for: .ended, timeout: limit ?? stepTimeout) == .happened,
      case .ended(let ending) = await session.wait(for: .authenticationAsked, timeout: .zero)
    else { return nil }
    return ending
  }

  private func wait(
    for awaited: ScriptStep.Awaited, on session: some SessionDriving, _ progress: inout Progress
  ) async -> StepFailure.Cause? {
    switch awaited {
    case .ready: return await need(.ready, of: session)
    case .camera: return await need(.cameraRuns, of: session)
    case .photo:
      progress.photos += 1
      return await need(.photos(progress.photos), of: session)
    case .photos(let count):
      progress.photos = max(progress.photos, count)
      return await need(.photos(count), of: session)
    case .openRequest:
      progress.openRequests += 1
      return await need(.openRequests(progress.openRequests), of: session)
    case .end:
      _ = await session.wait(for: .ended, timeout: nil)
      return nil
    }
  }

  private func need(
    _ condition: SessionCondition, of session: some SessionDriving
  ) async -> StepFailure.Cause? {
    switch await session.wait(for: condition, timeout: stepTimeout) {
    case .happened: nil
    case .ended(let ending): .ended(ending)
    case .timedOut: .timedOut(stepTimeout)
    }
  }
}

extension SessionEnding {
  /// Whether a person meant it to end so.
  fileprivate var isOrdinary: Bool { ["dismissed", "opened-app"].contains(reason) }
}

extension ScriptStep {
  /// Whether the step only ends the session.
  fileprivate var isLeaving: Bool { [.dismiss, .sideButton].contains(self) }

  /// Whether it does something to the guest on the screen.
  fileprivate var needsGuest: Bool {
    switch self {
    case .press, .hold, .cancel, .tap, .camera, .turn, .control: true
    default: false
    }
  }
}
