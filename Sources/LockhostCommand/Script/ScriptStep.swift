// SPDX-License-Identifier: MIT

package import Lockhost
package import LockhostServices

/// One thing that a script does to a session.
package enum ScriptStep: Hashable, Sendable {
  /// What `wait` waits for.
  package enum Awaited: Hashable, Sendable {
    case ready
    /// A camera that runs, which an interruption may have taken away.
    case camera
    /// The next photo that no earlier step has waited for.
    case photo
    /// So many photos since the session's start.
    case photos(Int)
    /// The next request to open the app.
    case openRequest
    /// The end of the session, however it comes.
    case end
  }

  case wait(Awaited)
  case press(PhoneButton)
  case hold(PhoneButton, Duration)
  case cancel(PhoneButton)
  case tap(String)
  case authenticate(AuthenticationAnswer)
  case lock
  case unlock
  case camera(String)
  /// The device is held turned clockwise by so many degrees.
  case turn(Int)
  /// A control of the camera button's overlay, by its title.
  case control(String, Double)
  case sleep(Duration)
  case dismiss
  case sideButton
  case kill
  case fault(Fault)

  /// One row of the table of steps: what the parser, the help and the manual know of it.
  package struct Row: Sendable {
    /// The step's first word.
    package let word: String
    /// What may follow.
    package let usage: String
    package let meaning: String
  }

  /// Every step, in the order of the help.
  package static let table: [Row] = [
    Row(
      word: "wait", usage: "wait ready|camera|photo|photos N|open-request|end",
      meaning:
        "wait until the extension is a camera; until its camera runs, after an interruption; "
        + "for the next photo; for N photos in all; for the next request to open the app; for the "
        + "end"
    ),
    Row(
      word: "press", usage: "press BUTTON",
      meaning: "press and release volume-up, volume-down, camera-control or action"),
    Row(word: "hold", usage: "hold BUTTON DURATION", meaning: "keep a button down for a while"),
    Row(
      word: "cancel", usage: "cancel BUTTON",
      meaning: "begin a press that the system takes back"),
    Row(
      word: "tap", usage: "tap \"LABEL\"", meaning: "tap the element on the screen with this label"),
    Row(
      word: "auth", usage: "auth pass|fail|cancel",
      meaning: "answer the request to unlock, which is waited for"),
    Row(word: "lock", usage: "lock", meaning: "lock the device; the session goes on"),
    Row(word: "unlock", usage: "unlock", meaning: "unlock the device; the session goes on"),
    Row(
      word: "camera", usage: "camera SOURCE",
      meaning: "point the camera at something else, as --camera says it"),
    Row(
      word: "turn", usage: "turn 0|90|180|270",
      meaning: "hold the device turned clockwise by so many degrees; 0 is upright"),
    Row(
      word: "control", usage: "control \"TITLE\" VALUE",
      meaning: "set a control of the camera button's overlay"),
    Row(word: "sleep", usage: "sleep DURATION", meaning: "do nothing for a while"),
    Row(word: "dismiss", usage: "dismiss", meaning: "swipe up: end the session"),
    Row(
      word: "side-button", usage: "side-button",
      meaning: "press the side button: end the session and lock the device"),
    Row(
      word: "fault", usage: "fault NAME [DURATION]",
      meaning: "turn a fault on from now, as --fault does at the launch"),
    Row(
      word: "kill", usage: "kill",
      meaning: "kill the guest without warning; the exit status is 130, as after Ctrl-C"),
  ]
}
