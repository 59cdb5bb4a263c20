// SPDX-License-Identifier: MIT

extension CommandTable {
  static let authorVerbs: [Verb] = [
    Verb(
      "build", .author, operands: [.init("PACKAGE", .folder, isOptional: true)],
      flags: [
        Flag(
          "output", letter: "o", value: .folder, .building, "where to put the .app (PACKAGE)",
          "The folder in which the .app is put; the package's own unless said otherwise."),
        Flag(
          "configuration", letter: "c", value: .choice(["release", "debug"]), .building,
          "how to compile (release)"),
        Flag(
          "strip", .building, "leave symbols and debug information out",
          """
          Leave symbols and debug information out of the bundle's programs. They get smaller by \
          about a third, and a crash can no longer be told by function and line.
          """),
      ],
      "build an author's package into an .app with its extensions",
      """
      Builds the Swift package in PACKAGE (the current folder unless said otherwise) and assembles \
      its executable targets into X.app. Each target has an Info.plist in its folder: the one with \
      CFBundlePackageType APPL is the app, capture extensions go to Extensions/, controls to \
      PlugIns/. Programs are linked statically, so that they run in an empty file system.

      An .app that is there already is replaced whole, or not at all.
      """,
      examples: [
        .init("Build the package here", "lockhost build"),
        .init(
          "Build and try", "lockhost build MyCamera -o out && lockhost launch out/MyCamera.app"),
      ]),
    Verb(
      "install", .author, operands: [.init("PATH", .folder)],
      flags: [
        Flag("default", .decision, "make it the device's camera app")
      ],
      "install an .app on the device",
      """
      Copies an .app and its extensions onto the device, after checking its property lists and \
      programs. An app with the same id is replaced; what it has stored stays.
      """,
      examples: [.init("Install, as the camera app", "lockhost install MyCamera.app --default")]),
    Verb(
      "uninstall", .author, operands: [.init("ID", .text("ID"))],
      "remove an app from the device",
      "Removes an installed app, its extensions and everything the app has stored. Photos stay.\n\n"
        + "An app that runs, or whose extension runs, is not removed: end its session first.",
      examples: [.init("Remove it", "lockhost uninstall org.example.camera")]),
    Verb(
      "list", .author, "list the installed apps",
      "Lists the apps that are installed on the device, with their extensions.",
      examples: [.init("List them", "lockhost list")]),
    Verb(
      "info", .author, operands: [.init("APP", .file)],
      "show what is known of an app",
      """
      Shows an app's extensions and its permissions. APP is an installed bundle id or a path to a \
      .app, which is checked as a launch would check it.
      """,
      examples: [.init("Show it", "lockhost info org.example.camera")]),
  ]

  static let lookVerbs: [Verb] = [
    Verb(
      "doctor", .look, "show what this machine allows, and how to get the rest",
      """
      Tries what a sandbox needs, one by one, and says what works, what is missing, what that \
      costs and how to get it. Exits 0 when some tier works, 69 when none does.
      """,
      examples: [.init("Look", "lockhost doctor")]),
    Verb(
      "sessions list", .look, "list past and running sessions",
      "Lists the device's sessions with when, what and how they ended, newest first.",
      examples: [.init("List them", "lockhost sessions list")]),
    Verb(
      "sessions show", .look, operands: [.init("SESSION", .text("SESSION"))],
      "show a session's exit record",
      "Shows a session's exit record. SESSION is an id, a part that no other has, or `last`.",
      examples: [.init("The last one, as JSON", "lockhost sessions show last --json")]),
    Verb(
      "sessions clear", .look,
      operands: [.init("SESSION", .text("SESSION"), isOptional: true, isRepeated: true)],
      flags: [
        Flag(
          "older-than", value: .duration, .sessions, "only those that began so long ago",
          "Only sessions that began at least so long ago, such as `30d`.")
      ],
      "remove the records of sessions that have ended",
      """
      Removes the records and crash reports of sessions; of all that have ended when no SESSION is \
      given. Photos stay in the library, and captured files in the app's container. A session that \
      runs, or whose files have not reached its app yet, is not removed.
      """,
      examples: [
        .init("Keep the last month", "lockhost sessions clear --older-than 30d"),
        .init("One of them", "lockhost sessions clear last"),
      ]),
    Verb(
      "photos list", .look, "list the device's photo library",
      "Lists the photos and videos in the device's library, newest last.",
      examples: [.init("List them", "lockhost photos list")]),
    Verb(
      "photos show", .look, operands: [.init("ID", .text("ID"))],
      "show what is known of a photo",
      "Shows one photo or video of the device's library: its file, type, size, time and session. ID "
        + "is an identifier, or as much of its beginning as no other has.",
      examples: [.init("As JSON", "lockhost photos show ID --json")]),
    Verb(
      "photos clear", .look,
      operands: [.init("ID", .text("ID"), isOptional: true, isRepeated: true)],
      "remove photos from the library",
      """
      Removes photos and videos from the device's library, files and all; everything when no ID is \
      given. Sessions' records still name them.
      """,
      examples: [.init("Begin anew", "lockhost photos clear")]),
    Verb(
      "photos export", .look,
      operands: [.init("ID", .text("ID"), isOptional: true, isRepeated: true)],
      flags: [
        Flag("output", letter: "o", value: .folder, .output, "the folder to copy to (.)")
      ],
      "copy photos out of the library",
      """
      Copies photos and videos out of the device's library; all of them when no ID is given. \
      Nothing is overwritten, and what is there already stays. Prints the path of each file.
      """,
      examples: [.init("Copy all of them", "lockhost photos export -o photos")]),
    Verb(
      "completions", .look, operands: [.init("SHELL", .choice(["bash", "zsh", "fish"]))],
      "print a completion script for a shell",
      "Prints a script that completes verbs, flags and values.",
      examples: [
        .init("In bash", "source <(lockhost completions bash)"),
        .init("In fish", "lockhost completions fish | source"),
      ]),
    Verb(
      "help", .look,
      operands: [.init("VERB", .text("VERB"), isOptional: true, isRepeated: true)],
      "explain a verb at length",
      "Explains a verb at length, examples first; the same as `lockhost VERB --help`.",
      examples: [.init("Explain launch", "lockhost help launch")]),
  ]

  static let hiddenVerbs: [Verb] = [
    Verb(
      "__generate", .hidden,
      operands: [.init("WHAT", .choice(["manual", "commands", "errors", "entry-points"]))],
      "print a page made from the tables",
      "Prints the manual page, or one of the pages in Docs/ that are made from tables.",
      examples: [])
  ]
}
