// SPDX-License-Identifier: MIT

import Lockhost

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
      // A session that ends meanwhile ends the sleep: what follows can only be about its end.
      case .sleep(let duration): _ = await session.wait(for: .ended, timeout: duration)
      case .dismiss: try await session.dismiss(by: .swipe)
      case .sideButton: try await session.dismiss(by: .sideButton)
      case .kill: try await session.kill()
      }
      return nil
    } catch {
      return .refused(error)
    }
  }

  private func wait(
    for awaited: ScriptStep.Awaited, on session: some SessionDriving, _ progress: inout Progress
  ) async -> StepFailure.Cause? {
    switch awaited {
    case .ready: return await need(.ready, of: session)
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
