// SPDX-License-Identifier: MIT

extension ErrorArticle {
  static let commandArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH5001", "There is no such verb",
      what: "The first word of the command line, or the second of a verb with two, is not known.",
      why: "Verbs are not guessed; the nearest one is only named.",
      steps: ["`lockhost help` lists the verbs."]),
    ErrorArticle(
      "LH5002", "The verb has no such flag",
      what: "A flag is not known to this verb.",
      why: "A flag that is passed over would be a wish that is silently not granted.",
      steps: [
        "`lockhost help VERB` lists its flags.",
        "A value that begins with a dash is written as `--flag=-value`.",
      ]),
    ErrorArticle(
      "LH5003", "A flag lacks its value",
      what: "The command line ends where a flag's value must stand.",
      why: "The usage names what belongs there.",
      steps: ["Write `--flag VALUE` or `--flag=VALUE`."]),
    ErrorArticle(
      "LH5004", "A value cannot be used",
      what: "The value of a flag, or a word of the command line, is not one of those it can be.",
      why: "The help names the possible values.",
      steps: ["Correct the value.", "Durations have a unit: 250ms, 10s, 2m."]),
    ErrorArticle(
      "LH5005", "Something is missing on the command line",
      what: "The verb needs a word more than was given.",
      why: "There is no sensible default for it.",
      steps: ["`lockhost help VERB` shows the usage."]),
    ErrorArticle(
      "LH5006", "There is something too much on the command line",
      what: "The verb takes fewer words than were given.",
      why: "A word that is passed over is often a mistake, such as a space that was not quoted.",
      steps: ["Quote words that have spaces.", "`lockhost help VERB` shows the usage."]),
    ErrorArticle(
      "LH5007", "Two flags exclude each other",
      what: "Two flags were given that cannot both hold.",
      why: "Which one is meant cannot be known.",
      steps: ["Give one of them."]),
    ErrorArticle(
      "LH5008", "A file cannot be read or written",
      what: "A file that the command line names cannot be read, or cannot be written.",
      why: "The kernel refused; the message has its answer.",
      steps: ["Check the path and its permissions."]),
    ErrorArticle(
      "LH5009", "There is nothing with this name to explain",
      what: "What was given to `explain` is no code, no session and no installed app.",
      why: "Codes look like LH2001; sessions are listed by `lockhost sessions list`.",
      steps: ["`lockhost explain` lists all codes."]),
    ErrorArticle(
      "LH5010", "The device decides otherwise",
      what: "What the device would start is not what `--require` demands, so nothing was started.",
      why: "The list of rules shows which one decided.",
      steps: [
        "Correct what the deciding rule looked at.",
        "Or drop `--require`, to start what is decided.",
      ]),
    ErrorArticle(
      "LH5011", "The program cannot be executed",
      what: "The program that `exec` is to run is there, but is no program for this machine, or "
        + "may not be executed. The exit status is 126.",
      why: "A script needs its interpreter, which does not exist in the sandbox.",
      steps: ["Give the program itself; for a script, give the interpreter and the script."]),
    ErrorArticle(
      "LH5012", "There is no such program",
      what: "The program that `exec` is to run was not found. The exit status is 127.",
      why: "A name without a slash is looked for in PATH.",
      steps: ["Check the name, or give the path."]),
    ErrorArticle(
      "LH5013", "Authentication did not succeed",
      what: "The device was to be unlocked, and the face did not match or the person turned away.",
      why: "`unlock --auth fail` and `--auth cancel` ask for exactly that.",
      steps: ["`lockhost unlock`"]),
    ErrorArticle(
      "LH5014", "The time limit ran out",
      what: "The program that `exec` ran was still running when `--limit time` was over. It and "
        + "everything it had started were killed; the exit status is 124.",
      why: "The limit counts time on the clock, not on the processor; `--limit cpu` does that.",
      steps: ["Give it more time, or none to run without a limit."]),
    ErrorArticle(
      "LH5015", "There is no such system call",
      what: "What was given to `policy explain` is neither the name nor the number of a system "
        + "call of x86-64 Linux.",
      why: "The nearest name is only named, never taken.",
      steps: [
        "Use the kernel's name, such as newfstatat, and not the C library's.",
        "Calls newer than lockhost are unknown to it; every policy answers them with ENOSYS.",
      ]),
    ErrorArticle(
      "LH5016", "There is no such open request",
      what:
        "No extension has asked to open its app under this name, or more than one request waits "
        + "and none was named.",
      why: "A request is named by its session and its number in it: SESSION/1.",
      steps: [
        "`lockhost activity list` lists what waits and what was asked before.",
        "A launch without a terminal lets requests wait only with `--auth ask`.",
      ]),
    ErrorArticle(
      "LH5017", "The open request cannot be answered",
      what: "The request is settled already, or the session that made it is not running.",
      why: "An answer reaches the process that runs the session, through a socket in its folder.",
      steps: ["`lockhost activity list` lists what waits.", "Answer before --auth-timeout."]),
    ErrorArticle(
      "LH5018", "Nothing is known of this extension's failures",
      what: "The extension has not failed at its launch, or its failures are forgotten already.",
      why: "Failures are counted by the extension's bundle id, not the app's.",
      steps: ["`lockhost quarantine list` lists the extensions that failed of late."]),
    ErrorArticle(
      "LH5019", "Nothing of this name runs",
      what: "No running extension or app has this name or bundle id on this device.",
      why: "A debugger can be attached to what runs, or to the next launch.",
      steps: [
        "`lockhost debug NAME --next` stops the next launch before its first instruction.",
        "`lockhost sessions list` lists what runs.",
      ]),
    ErrorArticle(
      "LH5020", "A name is not UTF-8",
      what: "A word of the command line, an environment variable that lockhost reads, or the path "
        + "of the working folder has bytes that are not UTF-8 text.",
      why:
        "Such bytes cannot be written into records and messages as they are. With others in their "
        + "place they would name another file.",
      steps: ["Use a name in UTF-8; a symbolic link to the file or folder will do."]),
    ErrorArticle(
      "LH5021", "The app runs",
      what: "An app is to be uninstalled while it or its extension runs.",
      why: "What a session captures is the app's, and is handed to it when the session ends.",
      steps: [
        "End the session: `lockhost sessions list` lists what runs.",
        "Then uninstall again.",
      ]),
    ErrorArticle(
      "LH5022", "No threads can be had",
      what:
        "lockhost needs some threads, and the kernel gives it fewer. Nothing was done; the exit "
        + "status is 75.",
      why: "The user has as many processes and threads as `ulimit -u` allows, or the container as "
        + "many as its cgroup's pids.max. Without this look ahead the command would wait for ever.",
      steps: [
        "End programs of this user: `ps -L -u USER | wc -l` counts their threads.",
        "Raise the limit: `ulimit -u`, systemd's LimitNPROC or TasksMax, a container's --pids-limit.",
      ]),
  ]

  static let scriptArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH5101", "There is no such step",
      what: "A step of the script begins with a word that no step begins with.",
      why: "Steps are not guessed.",
      steps: ["`lockhost help launch` lists the steps."]),
    ErrorArticle(
      "LH5102", "There is no such button",
      what: "A step names a button that the phone does not have.",
      why: "The buttons are volume-up, volume-down, camera-control and action. The side button "
        + "belongs to the system and is the step `side-button`.",
      steps: ["Name one of them."]),
    ErrorArticle(
      "LH5103", "A step needs more words", what: "A step ends before it has said all it must.",
      why: "The usage shows what belongs there.", steps: ["Complete the step."]),
    ErrorArticle(
      "LH5104", "A step has too many words",
      what: "A step goes on after it has said all it can.",
      why: "Often a `;` is missing between two steps, or the quotes around a label.",
      steps: ["Separate steps with `;` or newlines.", "Quote a text that has spaces."]),
    ErrorArticle(
      "LH5105", "A word of a step cannot be used",
      what: "A word has no meaning in its place: a duration without a unit, a number that is none.",
      why: "The message points at it.", steps: ["Correct the word."]),
    ErrorArticle(
      "LH5106", "A quote is not closed",
      what: "A text begins with a quote and the script ends before the next one.",
      why: "Within double quotes, \\\" is a quote of the text.", steps: ["Close the quote."]),
    ErrorArticle(
      "LH5107", "The file of a script or a policy cannot be read",
      what: "`--do @FILE`, `--policy FILE` or an operand names a file that cannot be read, or that "
        + "is no text.",
      why: "The kernel refused, or the file is not UTF-8, or larger than such a text ever is.",
      steps: ["Check the path. `--do @-` and a policy `-` read standard input."]),
    ErrorArticle(
      "LH5108", "The script is empty",
      what: "There is no step in the script, only comments if any.",
      why: "A session without a step would be started and dismissed at once.",
      steps: ["Write a step, such as `wait ready`."]),
    ErrorArticle(
      "LH5201", "The session ended before a step could happen",
      what: "A step waited for something, or was to be done, and the session was over. The exit "
        + "status is 1.",
      why: "The message has the reason of the end; `lockhost explain last` has all of it.",
      steps: ["Correct what ended the session.", "To wait for the end itself, use `wait end`."]),
    ErrorArticle(
      "LH5202", "A step took too long",
      what: "What a step waited for did not happen within the time that a step has.",
      why: "Without a limit a test would hang.",
      steps: ["Find out why it does not happen.", "`--step-timeout` gives steps more time."]),
    ErrorArticle(
      "LH5203", "Nobody handles the button",
      what:
        "A button was pressed, and no handler of the extension hears of it: it has none that is "
        + "enabled, or its camera does not run.",
      why: "On a phone the press would be lost, or change the volume. A press does not wait for a "
        + "camera that was taken away: a person's would not either.",
      steps: [
        "Register a handler for the primary, and for the secondary buttons.",
        "`wait camera` waits until the camera runs again, such as after an interruption.",
      ]),
    ErrorArticle(
      "LH5204", "The label is not on the screen",
      what: "A tap names a label that no enabled element of the extension's screen has.",
      why: "Labels are compared as a whole. The help lists what is there.",
      steps: ["Correct the label, or enable the element."]),
    ErrorArticle(
      "LH5205", "Nobody asks for authentication",
      what: "An `auth` step found no request to answer within its time.",
      why: "Only an extension that opens its app asks.",
      steps: ["Do first what makes the extension ask, such as `press volume-up`."]),
    ErrorArticle(
      "LH5206", "Nobody can answer the request to unlock",
      what: "An `auth` step came while the fault `auth-never` is on.",
      why: "The fault stands for a person who neither shows a face nor turns away.",
      steps: ["Leave the step out, and dismiss the session.", "Or do without the fault."]),
  ]

  static let buildArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH5301", "There is no package here",
      what: "The folder has no Package.swift.",
      why: "`build` builds a Swift package and assembles its executable targets.",
      steps: ["Give the package's folder.", "Examples/ has packages to copy."]),
    ErrorArticle(
      "LH5302", "The package does not build",
      what: "The compiler or the package manager reported errors, which are shown above.",
      why: "Nothing was assembled; an .app that was there before is untouched.",
      steps: ["Correct the errors.", "`swift build` in the package shows the same ones."]),
    ErrorArticle(
      "LH5303", "A target has no Info.plist",
      what: "An executable target has no Info.plist in its folder.",
      why: "It says what the target is: the app, a capture extension, a control.",
      steps: [
        "Put an Info.plist into the target's folder.",
        "Name it in the target's `exclude:`, so that the package manager does not ask about it.",
      ]),
    ErrorArticle(
      "LH5304", "No target is an app",
      what: "No executable target's Info.plist has CFBundlePackageType = APPL.",
      why: "Extensions are installed with the app that they belong to, never alone.",
      steps: ["Add a target for the app, or set the key."]),
    ErrorArticle(
      "LH5305", "Two targets are apps",
      what: "More than one executable target's Info.plist has CFBundlePackageType = APPL.",
      why: "Which of them contains the extensions cannot be known.",
      steps: ["Keep one app in a package; extensions are XPC!."]),
    ErrorArticle(
      "LH5306", "The extension point is wrong",
      what: "An extension's Info.plist declares no extension point, an unknown one, or declares it "
        + "with the key for the other kind.",
      why: "Capture extensions: EXAppExtensionAttributes › EXExtensionPointIdentifier = "
        + "com.apple.securecapture. Controls: NSExtension › NSExtensionPointIdentifier = "
        + "com.apple.widgetkit-extension. With anything else an extension never appears.",
      steps: ["Write key and identifier exactly so."]),
    ErrorArticle(
      "LH5307", "The extension's identifier does not begin with the app's",
      what: "An extension's CFBundleIdentifier is not the app's followed by a dot and a name.",
      why: "That is how the system knows to whom an extension belongs.",
      steps: ["Name it `APP.Something`, where APP is the app's identifier."]),
    ErrorArticle(
      "LH5308", "There is a symbolic link in the package",
      what: "A file that would be copied into the bundle is a symbolic link.",
      why: "A link can lead out of the package; a bundle holds files only.",
      steps: ["Put the file itself there."]),
    ErrorArticle(
      "LH5309", "The .app cannot be written",
      what: "The output folder cannot be written, or what has the .app's name there is no app.",
      why: "Only an .app is ever replaced. The kernel's answer is in the message.",
      steps: ["Choose another folder with `-o`.", "Move away what has the name."]),
    ErrorArticle(
      "LH5310", "There is no Swift toolchain",
      what: "The program `swift` was not found in PATH.",
      why: "`build` compiles with the toolchain that is installed.",
      steps: ["Install Swift from swift.org, and add its usr/bin to PATH."]),
    ErrorArticle(
      "LH5311", "An Info.plist cannot be used",
      what:
        "An Info.plist in a target's folder is no property list, or lacks a key, or a key has a "
        + "value of the wrong kind.",
      why: "The message names the file and the key.",
      steps: ["Correct it; `plutil -lint` checks its form."]),
    ErrorArticle(
      "LH5312", "CFBundleExecutable is not the target's name",
      what: "An Info.plist names another program than the one that its target builds.",
      why: "The bundle would not find its program.",
      steps: ["Make the two names equal, or write `$(EXECUTABLE_NAME)`."]),
    ErrorArticle(
      "LH5313", "The package has no executable target",
      what: "The package's manifest declares no executable target, or none that is its own.",
      why: "The app and each extension are programs.",
      steps: ["Declare each with `.executableTarget`."]),
  ]
}
