// SPDX-License-Identifier: MIT

extension ErrorArticle {
  static let sessionArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH2001", "The watchdog ended the session",
      what: "The extension did not become a camera in time: 10 seconds after its scene started it "
        + "lacked a running camera session, or a handler for the buttons, or both. The record's "
        + "`missing` names which.",
      why: "An extension that runs from the locked screen must be a camera and nothing else. A "
        + "phone kills it at the same moment, with no more than \"Terminated due to signal 9\".",
      steps: [
        "camera: start an AVCaptureSession that has a video input connected to an output.",
        "capture-events: register an AVCaptureEventInteraction, or .onCameraCaptureEvent, with a "
          + "handler, and keep it enabled.",
        "Do not wait for anything else first, such as the app context or scenePhase == .active, "
          + "which an extension never sees.",
      ]),
    ErrorArticle(
      "LH2002", "The guest was ended for what it tried",
      what: "The guest made a call that no honest program of its kind makes, or so many refused "
        + "ones that it was ended. The record's `violations` has the call, its arguments and the "
        + "rule.",
      why: "Calls such as ptrace, mount or a second exec are only made to get out of a sandbox.",
      steps: [
        "Find the call in `lockhost sessions show last`.",
        "Find the library that makes it, and do without; `lockhost exec` tries programs alone.",
      ]),
    ErrorArticle(
      "LH2003", "The guest crashed",
      what: "A signal of the guest's own making ended it: a trap, a bad access, an abort.",
      why: "Its last words are in what it wrote to standard error.",
      steps: [
        "Read the lines marked as the guest's.",
        "Build with `lockhost build -c debug`, and attach with `launch --wait-for-debugger`.",
      ]),
    ErrorArticle(
      "LH2004", "The guest went over a limit",
      what: "The guest used more memory, processor time, processes or files than it may.",
      why: "A guest must not be able to take the machine from others.",
      steps: ["Look at `resources` in the record.", "Keep fewer frames and pictures at once."]),
    ErrorArticle(
      "LH2005", "The session was interrupted",
      what: "lockhost was told to end: by Ctrl-C, by a signal, or because it was killed itself.",
      why: "The guest was ended, its container wiped and its content handed over all the same.",
      steps: ["Nothing needs to be done."]),
  ]

  static let sandboxArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH3001", "The sandbox cannot be made in this tier",
      what: "This machine does not allow a layer of isolation that the tier has.",
      why: "lockhost never runs a guest in a weaker sandbox than was asked for, and without a tier "
        + "that works it runs none.",
      steps: [
        "`lockhost doctor` shows what is missing and how to get it.",
        "In a container, allow user namespaces, or run lockhost outside of it.",
      ]),
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
      what: "The policy's text is wrong at the line and column that the message names.",
      why: "Unknown names and contradictions are errors; nothing in a policy is passed over.",
      steps: ["Correct the policy. The built-in ones are capture, app, control and compute."]),
    ErrorArticle(
      "LH3009", "The filter could not be compiled",
      what: "libseccomp refused a rule, or what it compiled is not what the policy says.",
      why: "A filter that was not checked is not used.",
      steps: ["Report it with the policy."]),
    ErrorArticle(
      "LH3010", "The kernel refused a call",
      what: "A call that the host itself needs for a sandbox failed.",
      why: "The message has the call and the kernel's answer.",
      steps: ["`lockhost doctor` may know why.", "Check open-file and process limits."]),
  ]

  static let ownArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH9001", "Lockhost made a mistake",
      what: "Something happened that cannot happen if lockhost is right.",
      why: "This is a bug, and not yours.",
      steps: ["Report it, with the message and the output of `lockhost doctor --json`."])
  ]
}
