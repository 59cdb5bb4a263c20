// SPDX-License-Identifier: MIT

package import LockhostDevice

/// What `lockhost launch` was asked to do, with every word understood and no word looked up yet.
package struct LaunchRequest: Hashable, Sendable {
  /// What `--require` demands of the decision.
  package enum Target: String, CaseIterable, Sendable {
    case captureExtension = "extension"
    case app

    /// Whether a decision is for this.
    func matches(_ target: LaunchDecision.Target) -> Bool { target.rawValue == rawValue }
  }

  /// The folder that `--set` names; `nil` takes the usual one.
  package var set: String?
  /// The device's name.
  package var device = "default"
  /// An installed bundle id, or a path to a `.app`; `nil` is the device's camera app.
  package var app: String?
  /// The lock state for this launch only; `nil` takes the stored state.
  package var lockState: LockState?
  /// Where the person started it from.
  package var entryPoint = EntryPoint.lockScreen
  /// The control that was pressed; nil for a press that is taken for one of the app's camera controls.
  package var control: ControlReference?
  /// What the decision must be; anything else starts nothing and exits 10.
  package var requirement: Target?
  /// `pattern`, `color:#RRGGBB`, a file or a folder.
  package var camera: String?
  /// `full`, `no-userns` or `floor`; `nil` takes the best one that works.
  package var tier: String?
  /// How long a guest has to become a camera; `nil` is the device's 10 s.
  package var watchdog: Duration?
  /// What every request for authentication gets when nobody is there to answer.
  package var authentication: AuthenticationAnswer?

  /// How long a request for authentication waits for its answer; `nil` is 30 s.
  package var authenticationPatience: Duration?
  /// After how long without a touch the extension is dismissed; `nil` is never.
  package var idleLimit: Duration?
  /// The mistakes of the real system, and the bad luck, that the run asks for.
  package var faults: [Fault] = []
  /// Whether the guest stops before its first instruction, and the watchdog is paused.
  package var waitsForDebugger = false

  /// Whether an app that the extension opened stays open until somebody dismisses it, because
  /// somebody is there to look at it; otherwise it is closed once it has done what it was opened for.
  package var keepsApp = false

  package init() {}
}
