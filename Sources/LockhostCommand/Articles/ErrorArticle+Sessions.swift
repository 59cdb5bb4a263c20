// SPDX-License-Identifier: MIT

import Lockhost

extension ErrorArticle {
  static let sessionArticles: [ErrorArticle] = SessionEndCode.allCases.map { code in
    let (what, why, steps) = text(of: code)
    return ErrorArticle(code.rawValue, code.title, what: what, why: why, steps: steps)
  }

  /// An exhaustive switch, so that a new code does not compile without its article.
  private static func text(
    of code: SessionEndCode
  ) -> (what: String, why: String, steps: [String]) {
    let read = "Read the lines that are marked as the guest's: its last words are there."
    switch code {
    case .watchdog:
      return (
        "The extension, or the app that the capture intent launched in its place, did not become a "
          + "camera in time: 10 seconds after its scene started it "
          + "lacked a running camera session, or a handler for the buttons, or both. The record's "
          + "`missing` names which.",
        "An extension that runs from the locked screen must be a camera and nothing else. A phone "
          + "kills it at the same moment, with no more than \"Terminated due to signal 9\".",
        [
          "camera: start an AVCaptureSession that has a video input connected to an output.",
          "capture-events: register an AVCaptureEventInteraction, or .onCameraCaptureEvent, with a "
            + "handler, and keep it enabled.",
          "Do not wait for anything else first, such as the app context or scenePhase == .active, "
            + "which an extension never sees.",
        ]
      )
    case .attack:
      return (
        "The guest made a call that no honest program of its kind makes, and was killed for it. "
          + "The record's `violations` has the call, its arguments, the rule and the line.",
        "Calls such as ptrace, mount or a 32-bit one are only made to get out of a sandbox.",
        [
          "Find the call in `lockhost sessions show last`.",
          "Find the library that makes it, and do without; `lockhost exec` tries programs alone.",
        ]
      )
    case .crashed:
      return (
        "A signal of the guest's own making ended it: a trap, a bad access, an abort.",
        "The record's `signal` says which one. A trap is Swift's way to stop at a mistake.",
        [
          read,
          "The crash report beside the record has the functions and lines: `lockhost explain last`.",
          "Build with `lockhost build -c debug`, and launch with `--wait-for-debugger`.",
        ]
      )
    case .misuse:
      return (
        "The guest called the camera, or another of the system's interfaces, in a way that is not "
          + "allowed, and was ended for it. The record's `exception` has the name and the reason, "
          + "and the call is in the reason.",
        "On a phone the same call raises an Objective-C exception, which Swift code cannot catch: "
          + "the app ends with SIGABRT at this line. So it does here.",
        [
          "The reason names the method, and often the question to ask before: `canAddInput(_:)`, "
            + "`supportedFlashModes`, `lockForConfiguration()`.",
          "The crash report has the line that called: `lockhost explain last`.",
        ]
      )
    case .limit:
      return (
        "The guest used more memory, processor time, processes or files than it may.",
        "A guest must not be able to take the machine from others.",
        [
          "The message names the limit; look at `resources` in the record.",
          "Keep fewer frames, pictures and files at once.",
        ]
      )
    case .interrupted:
      return (
        "lockhost was told to end: by Ctrl-C, by a signal, or because it was killed itself.",
        "The guest was ended, its container wiped and its content handed over all the same.",
        ["Nothing needs to be done."]
      )
    case .noHello:
      return (
        "The guest ran and never said hello to the host.",
        "Every guest that is built with the SDK does so before its own code; this one was stuck or "
          + "busy before that, or is no extension at all.",
        [
          "Build the extension with `lockhost build`, against the product CaptureSDK.",
          "Do nothing long in a global or in the extension's `init`.",
        ]
      )
    case .protocolBreach:
      return (
        "The guest sent something that the wire does not allow, and was ended.",
        "The SDK sends nothing of that kind; something else wrote to descriptor 3.",
        ["Leave descriptor 3 alone.", "If only the SDK uses it, report this."]
      )
    case .refusalFlood:
      return (
        "The guest made so many refused calls, or so many in a second, that it was ended.",
        "Each refusal costs the host time, and a program that goes on after so many is in a loop.",
        [
          "Find the call in `lockhost sessions show last`.",
          "Stop trying when a call answers EPERM.",
        ]
      )
    case .filterKill:
      return (
        "The kernel killed the guest for a call that its filter forbids, and nobody listened.",
        "The host listens to every such call, names it and kills the guest itself. Of one that the "
          + "kernel kills for, it keeps only the signal.",
        ["Report this: a guest of a session always has somebody who listens."]
      )
    case .versionMismatch:
      return (
        "Guest and host have no version of the wire in common.",
        "The guest was built with an SDK much older or newer than this lockhost.",
        ["Build the app again with the SDK that comes with this lockhost."]
      )
    case .killed:
      return (
        "The guest was killed by a `kill` step or key.",
        "That is what was asked for: the way in which a phone ends an app when memory runs out.",
        ["Nothing needs to be done."]
      )
    case .permissionRevoked:
      return (
        "A permission that the app had when the session began was taken back, and whatever ran of "
          + "the app was ended at once. What the extension had finished was handed over.",
        "A program cannot be asked to forget what it has open, so the system ends it, as a phone "
          + "does when a switch in its settings is turned off.",
        [
          "`lockhost privacy list ID` shows how the app's permissions stand.",
          "Keep what is captured in the session's folder as you go: only that outlives the end.",
        ]
      )
    case .notUnlocked:
      return (
        "Only the app itself could do what was asked, so the device asked to unlock first, and was "
          + "not unlocked. Nothing was started.",
        "From the locked screen only a capture extension runs. Everything that leads to the app, "
          + "such as a missing camera permission, needs the person first.",
        [
          "Answer with `auth pass` in the script, or with the key on a terminal.",
          "See why the app was chosen: `lockhost explain last`.",
        ]
      )
    case .frozen:
      return (
        "The launch froze: no program was started, and the screen did not react, because the fault "
          + "`freeze-after-open` is on for this device.",
        "On some versions of iOS the launch after an opened app freezes (FB21966835), until the side "
          + "button is pressed.",
        [
          "`side-button` in the script, or the key for it, ends the state for good.",
          "Do without `--fault freeze-after-open`.",
        ]
      )
    case .failed:
      return (
        "The guest exited by itself, with a status that is not 0. lockhost passes it on.",
        "By convention another status than 0 is a failure; an extension that is done exits with 0.",
        [read]
      )
    }
  }

  static let sandboxArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH3002", "A step of the launch failed",
      what: "The sandbox could not be completed; the message names the step, its index and the "
        + "kernel's answer. Nothing of the guest has run, and nothing is left.",
      why: "Every step must succeed before the program starts.",
      steps: [
        "`lockhost doctor` tries the machine's abilities one by one.",
        "If it finds nothing missing, report the message.",
      ]),
    ErrorArticle(
      "LH3003", "The spawner cannot be started",
      what: "`lockhost-spawn`, the program that makes sandboxes, is not beside the running program "
        + "or cannot be executed.",
      why: "It is found there and nowhere else, so that nobody can put another in its place.",
      steps: ["Install lockhost whole, or build all of it: `swift build`."]),
    ErrorArticle(
      "LH3004", "The spawner ended unexpectedly",
      what: "`lockhost-spawn` died while it was making a sandbox; its guests died with it.",
      why: "It may have been killed when memory ran out.",
      steps: ["Try again; a new one is started.", "If it happens again, report it."]),
    ErrorArticle(
      "LH3005", "The launch took too long",
      what: "The guest's program did not run within the launch's deadline; the launch was undone.",
      why: "A machine under heavy load, or a file system that does not answer.",
      steps: ["Try again when the machine has less to do."]),
    ErrorArticle(
      "LH3006", "The guest's specification cannot be meant",
      what: "Paths, limits or names in what was asked for contradict each other.",
      why: "The message names the part.",
      steps: ["Correct the flag or the bundle that it comes from."]),
    ErrorArticle(
      "LH3007", "A file for the sandbox cannot be opened",
      what: "A file or folder that the guest is to see cannot be opened by the host.",
      why: "The kernel refused; the message has its answer.",
      steps: ["Check the path and its permissions."]),
    ErrorArticle(
      "LH3008", "The policy has no meaning",
      what: "The policy's text is wrong at the line and column that the message names, or there is "
        + "no built-in policy of that name.",
      why: "Unknown names and contradictions are errors; nothing in a policy is passed over.",
      steps: [
        "Correct the line. Docs/PolicyLanguage.md has the whole language.",
        "`lockhost policy show NAME` shows a built-in policy to begin with: capture, app, control, "
          + "compute or program.",
        "A policy file is named with a slash or a dot: `./my.policy`.",
      ]),
    ErrorArticle(
      "LH3009", "The filter could not be compiled",
      what: "libseccomp refused a rule, or what it compiled is not what the policy says.",
      why: "A filter that was not checked is not used.",
      steps: ["Report it with the policy."]),
    ErrorArticle(
      "LH3010", "The kernel refused a call",
      what: "A call that the host itself needs for a sandbox failed.",
      why: "The message has the call and the kernel's answer.",
      steps: [
        "`lockhost doctor` may know why.",
        "Check the limits on open files, processes and the size of files: `ulimit -a`.",
      ]),
    ErrorArticle(
      "LH3011", "The program's libraries cannot be found",
      what: "A program of the bundle needs a library that the loader would not find, or is no "
        + "program that could run here.",
      why: "A dynamic program sees exactly the files that its loader needs. They are found by "
        + "reading it, never by running it.",
      steps: [
        "Build with `lockhost build`: static programs need no libraries.",
        "Put a library beside the program and give the program the run path `$ORIGIN`.",
      ]),
    ErrorArticle(
      "LH3012", "The policy exposes more than the threshold allows",
      what: "`policy score --threshold` found an exposure that is greater. The exit status is 1.",
      why: "A project that has a threshold wants to hear of each grant that goes beyond it.",
      steps: [
        "`lockhost policy score POLICY` lists what counts, the greatest first, with what to do.",
        "`lockhost policy diff OLD NEW` shows what was granted since.",
        "Raise the threshold if the grant is meant.",
      ]),
    ErrorArticle(
      "LH3013", "The recorded program did not end well",
      what: "The program that `policy record` watched ended with another status than 0, or was "
        + "killed. The policy that was printed is for as much as it did.",
      why: "A call that the policy meanwhile refused may have stopped it, or it would have ended "
        + "so in any case.",
      steps: [
        "`lockhost exec --policy program -- CMD` shows how it ends without being watched.",
        "Show it the files that it needs, with `--read` and `--write`.",
        "For what `program` refuses, name a wider policy with `--policy`.",
      ]),
  ]

  static let shippedArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH1201", "The app's program is gone",
      what: "The app was found when the session began, and its program is no longer there.",
      why: "The bundle was moved or rebuilt while the session ran.",
      steps: ["Build or install it again, and launch again."]),
    ErrorArticle(
      "LH1202", "The sample app is not there",
      what: "No app was named, the device has no camera app of its own, and the sample that ships "
        + "with lockhost is not where it should be.",
      why: "The sample is built separately, as any author's package is.",
      steps: [
        "Name an app: `lockhost launch X.app`.",
        "In a source tree, `make run` builds the sample.",
        "`lockhost install X.app --default` gives the device a camera app.",
      ]),
  ]

  static let ownArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH9001", "Something failed on the host's side",
      what: "A call that lockhost itself needs was refused by the kernel, or something happened "
        + "that cannot happen if lockhost is right.",
      why: "The message has what is known. The machine may be out of descriptors or memory; "
        + "otherwise this is a bug, and not yours.",
      steps: [
        "Look at the machine's limits: `ulimit -a`.",
        "Report it, with the message and the output of `lockhost doctor --json`.",
      ]),
    ErrorArticle(
      "LH9002", "The launch context is too large",
      what: "What a guest is told at its start does not fit into one message.",
      why: "Paths of very many session folders may be in it.",
      steps: ["Let the app invalidate the content of old sessions.", "Report it."]),
    ErrorArticle(
      "LH9003", "The decision names what is not there",
      what: "It was decided to start something that the bundle does not have.",
      why: "This is a bug, and not yours.",
      steps: ["Report it, with the output of `launch --dry-run`."]),
  ]
}
