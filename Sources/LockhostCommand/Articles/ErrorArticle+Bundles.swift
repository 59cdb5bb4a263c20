// SPDX-License-Identifier: MIT

import LockhostDevice

extension ErrorArticle {
  private init(
    _ code: DeviceError.Code, what: String, why: String, steps: [String]
  ) {
    self.init(code.rawValue, code.title, what: what, why: why, steps: steps)
  }

  static let bundleArticles: [ErrorArticle] = [
    ErrorArticle(
      .bundleNotFound,
      what: "The path that was given as an app or an extension leads nowhere.",
      why: "`launch` takes an installed bundle id or a path to a .app; a word with a slash or with "
        + "the ending .app is taken as a path.",
      steps: [
        "Check the path.",
        "`lockhost build` makes a .app, `lockhost list` shows what is installed.",
      ]),
    ErrorArticle(
      .notABundle,
      what: "There is something at the path, but it is not a folder that can be a bundle.",
      why: "An app is a folder `X.app` with an Info.plist and a program in it.",
      steps: ["Give the .app folder itself, not the program in it and not the package."]),
    ErrorArticle(
      .plistMissing, what: "The bundle has no Info.plist at its top.",
      why: "The Info.plist says what the bundle is; without it nothing can be decided about it.",
      steps: [
        "Put an Info.plist into the target's folder and build again.",
        "An .appex needs its own, beside its program.",
      ]),
    ErrorArticle(
      .plistMalformed, what: "Info.plist is neither a well-formed XML nor a binary property list.",
      why: "The parser stopped at the place that the message names.",
      steps: ["`plutil -lint Info.plist` shows the line.", "Correct it and build again."]),
    ErrorArticle(
      .plistCorrupt, what: "Info.plist begins like a binary property list and goes on otherwise.",
      why: "An offset or a count in it points outside of the file: it was cut off or altered.",
      steps: ["Write it again, as XML or with `plutil -convert binary1`."]),
    ErrorArticle(
      .plistTooLarge, what: "Info.plist is larger, or nested deeper, than lockhost reads.",
      why:
        "A property list comes with code that is not trusted, so its size and depth are bounded.",
      steps: ["Take out what is not about the bundle; real ones have a few kilobytes."]),
    ErrorArticle(
      .plistEntities, what: "Info.plist declares XML entities of its own.",
      why: "Entities can grow without bound or read other files; no property list needs them.",
      steps: ["Remove the `<!ENTITY …>` declarations. Apple's DOCTYPE line may stay."]),
    ErrorArticle(
      .keyMissing, what: "A key that every bundle of this kind needs is not in Info.plist.",
      why: "The message names the key; the real system would not install the bundle either.",
      steps: ["Add the key to the Info.plist in the target's folder.", "Build again."]),
    ErrorArticle(
      .keyWrongType, what: "A key of Info.plist has a value of another type than it must have.",
      why: "A string where a dictionary belongs is not guessed at.",
      steps: ["Give the key a value of the type that the message names."]),
    ErrorArticle(
      .oldExtensionKey,
      what: "The capture extension is declared with `NSExtension` › `NSExtensionPointIdentifier`.",
      why: "Capture extensions are ExtensionKit extensions. With the old key they build, sign and "
        + "install on a phone, and never appear there.",
      steps: [
        "Replace the `NSExtension` dictionary by `EXAppExtensionAttributes` with "
          + "`EXExtensionPointIdentifier` = `com.apple.securecapture`.",
        "Put the bundle into `Extensions/`, not into `PlugIns/`; `lockhost build` does.",
      ]),
    ErrorArticle(
      .wrongExtensionPoint, what: "The extension point is none that lockhost knows.",
      why: "A wrong identifier builds and installs on a phone, and the extension never appears. "
        + "Capture extensions are `com.apple.securecapture`, controls "
        + "`com.apple.widgetkit-extension`.",
      steps: ["Write the identifier exactly so in the extension's Info.plist."]),
    ErrorArticle(
      .wrongFolder, what: "The extension is in the folder for the other kind.",
      why: "Capture extensions live in `X.app/Extensions/`, controls in `X.app/PlugIns/`; the "
        + "system looks for each only there.",
      steps: ["Move it, or let `lockhost build` assemble the app."]),
    ErrorArticle(
      .identifierNotPrefixed,
      what: "The extension's CFBundleIdentifier does not begin with the app's and a dot.",
      why: "That is how the system knows to whom an extension belongs.",
      steps: ["Name it `APP.Something`, where APP is the app's identifier."]),
    ErrorArticle(
      .executableMissing, what: "The program that CFBundleExecutable names is not in the bundle.",
      why: "Nothing can be started.",
      steps: ["Make the name equal to the target's name, and build again."]),
    ErrorArticle(
      .executableNotExecutable, what: "The program's file has no permission to be executed.",
      why: "The mode was lost, often in a copy or an archive that keeps none.",
      steps: ["`chmod +x` the file, or build again."]),
    ErrorArticle(
      .executableWrongMachine, what: "The program is for another machine or system.",
      why: "A bundle that was built for a phone holds a Mach-O program, or one for another "
        + "processor; this machine cannot run it.",
      steps: ["Build it from its package on this machine: `lockhost build`."]),
    ErrorArticle(
      .executableSetIdentifier, what: "The program is setuid or setgid.",
      why: "A program that would gain another user's rights is never started from a bundle.",
      steps: ["`chmod ug-s` the file."]),
    ErrorArticle(
      .linkOutOfBundle,
      what: "A symbolic link stands where a file or folder of the bundle must be.",
      why: "A link can lead out of the bundle to any file that the host can read.",
      steps: ["Put the file itself there."]),
    ErrorArticle(
      .executableNotAProgram, what: "The executable is no ELF program.",
      why: "Scripts need an interpreter, and there is none in the empty file system of a guest.",
      steps: ["Build the executable from Swift or C."]),
    ErrorArticle(
      .severalCaptureExtensions, what: "More than one extension declares the capture point.",
      why: "The system could not know which one to start from the locked screen.",
      steps: ["Keep one capture extension in the app."]),
    ErrorArticle(
      .identifierInvalid, what: "CFBundleIdentifier has characters that no identifier has.",
      why: "It becomes part of paths: letters, digits, dots and dashes only.",
      steps: ["Choose a name like `org.example.camera`."]),
    ErrorArticle(
      .wrongPackageType,
      what: "CFBundlePackageType is not the one that the bundle's place asks for.",
      why: "Apps are `APPL`, extensions `XPC!`.",
      steps: ["Set the key accordingly in the target's Info.plist."]),
    ErrorArticle(
      .bundleUnreadable, what: "A file of the bundle cannot be read.",
      why: "The kernel refused; the message has its answer.",
      steps: ["Check the permissions of the bundle's files and folders."]),
    ErrorArticle(
      .valueInvalid, what: "A key of Info.plist has a value that cannot be used.",
      why: "Its type is right, but what it says is out of range or contradicts the bundle.",
      steps: ["Correct the value that the message names."]),
    ErrorArticle(
      .plistNotADictionary,
      what: "Info.plist is a property list, but its top is an array or a single value.",
      why: "A bundle's keys stand in a dictionary at the top.",
      steps: ["Put the keys into a `<dict>` directly inside `<plist>`."]),
  ]

  static let decisionArticles: [ErrorArticle] = [
    ErrorArticle(
      .applicationNotInstalled, what: "No app with this identifier is on the device.",
      why: "Only installed apps are found by their identifier.",
      steps: ["`lockhost list` shows what is installed.", "`lockhost install X.app` installs one."]),
    ErrorArticle(
      .beforeFirstUnlock, what: "The device has not been unlocked since it started.",
      why:
        "What apps have stored is encrypted until the first unlock, so nothing of theirs starts.",
      steps: ["`lockhost unlock`, then `lockhost lock`."]),
    ErrorArticle(
      .entryNotReachable, what: "The place from which it was started cannot be reached now.",
      why: "The app's icon lies behind the lock screen.",
      steps: ["Start it `--from lock-screen`, or `--unlocked`."]),
    ErrorArticle(
      .intentMissing,
      what: "The program that would start does not contain the capture intent.",
      why: "A control names a CameraCaptureIntent. It must be compiled into the app, the capture "
        + "extension and the control; in a library it is not found. The button is then there and "
        + "does nothing.",
      steps: [
        "Make the intent's source file part of all three targets.",
        "List it under LHCameraCaptureIntents in their property lists, if that key is used.",
      ]),
    ErrorArticle(
      .noCaptureExtension, what: "The app has no capture extension, so the app itself would open.",
      why: "On the locked screen only a capture extension can be the camera.",
      steps: [
        "Add a target with `EXExtensionPointIdentifier` = `com.apple.securecapture`.",
        "Build with `lockhost build`, which puts it into `Extensions/`.",
      ]),
    ErrorArticle(
      .applicationUsageTextMissing,
      what: "The app's Info.plist has no NSCameraUsageDescription.",
      why:
        "Without the text the app can never be granted the camera, so neither can its extension.",
      steps: ["Add NSCameraUsageDescription to the app's Info.plist."]),
    ErrorArticle(
      .cameraNotPermitted, what: "The app has not been granted the camera.",
      why: "The extension inherits the app's permission and cannot ask while the device is locked. "
        + "The device asks to unlock and opens the app, which can ask.",
      steps: [
        "`lockhost privacy grant camera ID` grants it.",
        "Or launch the app `--unlocked`, and let it call requestAccess.",
      ]),
    ErrorArticle(
      .extensionUsageTextMissing,
      what: "The extension's own Info.plist has no NSCameraUsageDescription.",
      why:
        "The text is needed in both property lists. Without it in the extension's, a phone opens "
        + "the app instead and says nothing.",
      steps: ["Add NSCameraUsageDescription to the extension's Info.plist."]),
    ErrorArticle(
      .quarantined,
      what: "The extension failed at its launch three times within five minutes, by a crash, the "
        + "watchdog or a violation, before it was ever ready. It is not started for a while.",
      why:
        "A phone that starts a broken camera again and again gets hot and helps nobody. The first "
        + "term is a minute, each further one twice as long, up to an hour.",
      steps: [
        "`lockhost quarantine lift ID` lets it start at once.",
        "Build it anew: another program starts afresh.",
        "`lockhost sessions list` has the failed sessions, and `lockhost explain` their reasons.",
      ]),
  ]

  static let stateArticles: [ErrorArticle] = [
    ErrorArticle(
      .storeNotWritable, what: "The folder for lockhost's state cannot be written.",
      why: "Settings, sessions and photos are kept there; the kernel refused.",
      steps: ["Check the folder's owner and mode.", "Or name another with `--set DIR`."]),
    ErrorArticle(
      .storeFull, what: "The file system with the state folder has no space, or no inodes, left.",
      why: "A file is written whole or not at all; what was there before is still there.",
      steps: [
        "Free some space; `lockhost photos list` shows what the library holds.",
        "Or name a folder elsewhere with `--set DIR`.",
      ]),
    ErrorArticle(
      .settingsCorrupt,
      what: "The device's settings were unreadable; they were set aside and new ones begun.",
      why: "The file was altered by something else than lockhost, which writes it atomically.",
      steps: ["Look at the file that the message names.", "Set the device up again."]),
    ErrorArticle(
      .settingsFromTheFuture, what: "The device's settings have a newer format.",
      why: "A newer lockhost wrote them; this one would lose what it does not know.",
      steps: ["Use the newer lockhost, or another device or state folder."]),
    ErrorArticle(
      .storeUnreadable, what: "The state folder, or a file in it, cannot be read.",
      why: "The kernel refused; the message has its answer.",
      steps: ["Check owner and mode of the folder and of what is in it."]),
    ErrorArticle(
      .nameInvalid, what: "A device's or session's name has characters that no name has.",
      why: "Names become folders: letters, digits, dots, dashes and underscores, not too long.",
      steps: ["Choose another name."]),
    ErrorArticle(
      .sessionNotFound, what: "The device has no session with this id.",
      why: "Ids are given by lockhost; the start of one is enough where only one session has it.",
      steps: ["`lockhost sessions list` shows them.", "`last` is the newest."]),
    ErrorArticle(
      .recordCorrupt, what: "The session has a record that cannot be read.",
      why: "Something else than lockhost altered it, or the disk lost it.",
      steps: ["The session's folder, which the message names, may still hold what it captured."]),
    ErrorArticle(
      .storeBusy, what: "Another lockhost holds the lock of this device or app.",
      why: "Two writers at once would lose one another's changes. The lock goes with its process.",
      steps: ["Wait for the other command, or use another `--device` or `--set`."]),
    ErrorArticle(
      .handOverFailed,
      what: "What a session captured could not be moved into the app's container.",
      why: "The kernel refused; the message has its answer. Nothing was deleted.",
      steps: [
        "Remove the cause. The next command on this device tries again.",
        "The content is still in the session's folder.",
      ]),
    ErrorArticle(
      .contextTooLarge, what: "The app context is larger than 4096 bytes when encoded.",
      why: "The system holds it in memory for every launch and refuses more.",
      steps: ["Keep settings in it, not pictures."]),
    ErrorArticle(
      .contextCorrupt, what: "The stored app context was unreadable and has been set aside.",
      why: "Something else than lockhost altered the file.",
      steps: ["Let the app set its context again."]),
    ErrorArticle(
      .sessionLive, what: "The session is still running.",
      why: "What is asked for needs its end: its record is written last.",
      steps: ["Dismiss it, or wait."]),
    ErrorArticle(
      .noHome, what: "There is no place for lockhost's state.",
      why: "None of --set, LOCKHOST_HOME, XDG_STATE_HOME and HOME names a folder.",
      steps: ["Set one of them."]),
    ErrorArticle(
      .wipeIncomplete, what: "Something that had to be removed is still there.",
      why: "The kernel refused; the message names the file and the answer.",
      steps: ["Remove the cause; the next command on this device tries again."]),
    ErrorArticle(
      .noUserIdentifier, what: "No user id is left to give to the session.",
      why: "As root, every session runs as an unprivileged user of its own from a bounded range.",
      steps: ["End some sessions."]),
    ErrorArticle(
      .storeNotPrivate,
      what: "The state folder belongs to another user, or others may write to it.",
      why: "Whoever can write to it could give lockhost settings, bundles and photos of theirs.",
      steps: ["`chown` and `chmod 700` it, or name another with `--set`."]),
  ]
}
