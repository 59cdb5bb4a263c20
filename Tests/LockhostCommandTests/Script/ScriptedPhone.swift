// SPDX-License-Identifier: MIT

import Lockhost
import LockhostServices
import Synchronization

@testable import LockhostCommand

/// A session for the runner alone: it writes down what is done to it, and does what a test arranges.
final class ScriptedPhone: SessionDriving {
  struct State {
    var log: [String] = []
    /// Conditions that hold.
    var holding: Set<SessionCondition> = []
    var ending: SessionEnding?
    var labels: [String] = []
    var handles = true
    /// What becomes true with a press.
    var afterPress: [SessionCondition] = []
  }

  let state: Mutex<State>

  init(_ state: State = State()) { self.state = Mutex(state) }

  var log: [String] { state.withLock { $0.log } }

  func wait(for condition: SessionCondition, timeout: Duration?) async -> WaitOutcome {
    state.withLock { state in
      if timeout != .zero { state.log.append("wait \(condition)") }
      if condition == .ended, state.ending != nil { return .happened }
      if state.holding.contains(condition) { return .happened }
      if let ending = state.ending { return .ended(ending) }
      return .timedOut
    }
  }

  private func act(_ text: String) throws(DrivingError) {
    let ending = state.withLock { state in
      state.log.append(text)
      return state.ending
    }
    if let ending { throw .ended(ending) }
  }

  func press(_ button: PhoneButton) async throws(DrivingError) {
    try act("press \(button.rawValue)")
    let handles = state.withLock { state in
      state.holding.formUnion(state.afterPress)
      return state.handles
    }
    guard handles else { throw .unhandled(button, reason: "no handler", advice: "have one") }
  }

  func hold(_ button: PhoneButton, for duration: Duration) async throws(DrivingError) {
    try act("hold \(button.rawValue) \(duration)")
  }

  func turnOn(_ fault: Fault) async {
    try? act("fault \(fault.kind.rawValue) \(fault.duration)")
  }

  func cancel(_ button: PhoneButton) async throws(DrivingError) {
    try act("cancel \(button.rawValue)")
  }

  func tap(_ label: String) async throws(DrivingError) {
    try act("tap \(label)")
    let labels = state.withLock { $0.labels }
    guard labels.contains(label) else { throw .noElement(label: label, present: labels) }
  }

  func authenticate(_ answer: AuthenticationAnswer) async throws(DrivingError) {
    try act("auth \(answer.rawValue)")
  }

  func lock() async throws(DrivingError) { try act("lock") }

  func unlock() async throws(DrivingError) { try act("unlock") }

  func turn(to degrees: Int) async throws(DrivingError) { try act("turn \(degrees)") }

  func changeCamera(to source: String) async throws(DrivingError) {
    try act("camera \(source)")
    if source == "nonsense" { throw .refused(code: "LH4009", reason: "no such source") }
  }

  func adjust(_ title: String, to value: Double) async throws(DrivingError) {
    try act("control \(title) \(value)")
  }

  func dismiss(by gesture: Dismissal) async throws(DrivingError) {
    try act(gesture == .swipe ? "swipe" : "side-button")
    state.withLock { $0.ending = SessionEnding(reason: "dismissed", code: nil) }
  }

  func kill() async throws(DrivingError) { try act("kill") }
}
