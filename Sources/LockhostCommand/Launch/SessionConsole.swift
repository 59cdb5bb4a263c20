// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices

/// Stands between a running session and the person: notices out, signals, keys and steps in.
struct SessionConsole: Sendable {
  let session: any HostedSession
  let terminal: Terminal
  let script: Script?
  let stepTimeout: Duration
  /// Whether keys drive the session.
  let isInteractive: Bool
  let signals: AsyncStream<Int32>

  /// What came of following a session.
  struct Result: Sendable {
    let outcome: SessionOutcome
    /// The step that failed, if one did.
    var failedStep: StepFailure?
    /// The first signal that asked for the end, if one did.
    var signal: Int32?
  }

  /// What one of the tasks that follow a session has to say at its end.
  private enum Finding {
    case nothing
    case failedStep(StepFailure)
    case signal(Int32)
  }

  /// Follows the session to its very end.
  func follow() async -> Result {
    await withTaskGroup(of: Finding.self) { group in
      // Notices end by themselves with the session, and all of them are to be seen.
      let notices = Task { await printNotices() }
      group.addTask { await obeySignals().map(Finding.signal) ?? .nothing }
      if isInteractive {
        group.addTask {
          await obeyKeys()
          return .nothing
        }
        group.addTask {
          await showStatus()
          return .nothing
        }
      }
      group.addTask { await takeSteps().map(Finding.failedStep) ?? .nothing }
      var result = Result(outcome: await session.outcome())
      await notices.value
      group.cancelAll()
      while let finding = await group.next() {
        switch finding {
        case .nothing: break
        case .failedStep(let failure): result.failedStep = failure
        case .signal(let signal): result.signal = signal
        }
      }
      terminal.clearStatus()
      Keyboard.restore()
      return result
    }
  }

  private func printNotices() async {
    for await notice in session.notices {
      switch notice {
      case .event(let text):
        terminal.say(terminal.paint("> ", .strong) + FailureText.printable(text))
      case .refusal(let text):
        terminal.say(terminal.paint("  denied  ", .warning) + FailureText.printable(text))
      case .warning(let text):
        terminal.say(terminal.paint("warning", .warning) + ": " + FailureText.printable(text))
      case .output(let text, let isError):
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        where !line.isEmpty {
          terminal.say(
            terminal.paint(isError ? "guest! " : "guest: ", .faint)
              + FailureText.printable(String(line)))
        }
      }
    }
  }

  /// The first signal ends the session in order, the second at once.
  ///
  /// - Returns: The first signal, if one came.
  private func obeySignals() async -> Int32? {
    var first: Int32?
    for await signal in signals {
      if first == nil { terminal.say("ending the session; once more kills it") }
      await session.interrupt(now: first != nil, signal: signal)
      first = first ?? signal
    }
    return first
  }

  private func takeSteps() async -> StepFailure? {
    guard let script else { return nil }
    let total = script.steps.count
    let runner = ScriptRunner(script: script, stepTimeout: stepTimeout) { number, line in
      guard terminal.style.isVerbose else { return }
      terminal.say(terminal.paint("step \(number)/\(total): ", .faint) + line.text)
    }
    var failure: StepFailure?
    do throws(StepFailure) {
      try await runner.run(on: session)
    } catch {
      failure = error
      await session.note(error.recorded)
    }
    // The script is over, so nobody is left to hold the phone.
    await dismiss(.swipe)
    return failure
  }

  private func dismiss(_ gesture: Dismissal) async {
    do throws(DrivingError) {
      try await session.dismiss(by: gesture)
    } catch {
      // It is over already, which is what was wanted.
    }
  }

  private func showStatus() async {
    while !Task.isCancelled {
      terminal.status(LaunchKeys.statusLine(await session.status()))
      // Ten times a second shows the countdown's tenths; cancellation only ends the line.
      try? await Task.sleep(for: .milliseconds(100))
    }
  }

  private func obeyKeys() async {
    guard let keyboard = Keyboard() else { return }
    terminal.say(LaunchKeys.legend)
    var isLocked = true
    for await key in keyboard.keys() {
      if Task.isCancelled { return }
      guard let action = LaunchKeys.action(of: key) else { continue }
      do throws(DrivingError) {
        switch action {
        case .press(let button): try await session.press(button)
        case .authenticate(let answer): try await session.authenticate(answer)
        case .toggleLock:
          if isLocked { try await session.unlock() } else { try await session.lock() }
          isLocked.toggle()
        case .sideButton: try await session.dismiss(by: .sideButton)
        case .dismiss: try await session.dismiss(by: .swipe)
        case .kill: try await session.kill()
        case .help: terminal.say(LaunchKeys.legend)
        }
      } catch {
        terminal.say("  " + error.reason)
      }
    }
  }
}
