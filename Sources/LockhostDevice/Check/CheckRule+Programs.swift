// SPDX-License-Identifier: MIT

extension CheckRule {
  /// How much larger than the app's smallest program an extension may be: so many times, and so much.
  private static let growth = (times: 4, bytes: 8 << 20)

  /// What is known of programs, usage texts, intents and controls.
  static let programRules: [CheckRule] = [
    CheckRule(
      id: "executable", code: .executableMissing, severity: .error,
      title: "Every bundle has a program that this machine can start"
    ) { subject in
      guard subject.isBuilt else { return [] }
      return subject.parts.compactMap { part in
        guard part.plist != nil else { return nil }
        switch part.program {
        case .failure(let error): return Remark(error, at: part.path)
        case .success: return nil
        case nil:
          return Remark(
            path: part.plistPath, message: "CFBundleExecutable is missing, or no file name",
            fix: "write the name of the program in the bundle", code: .keyMissing)
        }
      }
    },
    CheckRule(
      id: "executable-writable", code: .executableWritable, severity: .warning,
      title: "Nobody but its owner may change a program"
    ) { subject in
      subject.parts.compactMap { part in
        guard case .success(let program) = part.program, program.permissions & 0o022 != 0 else {
          return nil
        }
        return Remark(
          path: program.path,
          message: "others may change it: its mode is "
            + String(program.permissions, radix: 8), fix: "run chmod go-w on it")
      }
    },
    CheckRule(
      id: "links", code: .linkOutOfBundle, severity: .error,
      title: "A bundle has no symbolic links"
    ) { subject in
      subject.links.map { path in
        Remark(
          path: path, message: "this is a symbolic link, which may lead out of the bundle",
          fix: "put the file itself there")
      }
    },
    CheckRule(
      id: "usage-text-app", code: .applicationUsageTextMissing, severity: .error,
      title: "The app says why it uses the camera"
    ) { subject in
      guard let app = subject.application, let texts = try? app.plist?.usageTexts(),
        texts[.camera] == nil
      else { return [] }
      return [cameraText(app)]
    },
    CheckRule(
      id: "usage-text-extension", code: .extensionUsageTextMissing, severity: .error,
      title: "The capture extension says why it uses the camera"
    ) { subject in
      subject.captures.compactMap { part in
        guard let texts = try? part.plist?.usageTexts(), texts[.camera] == nil else { return nil }
        return cameraText(part)
      }
    },
    CheckRule(
      id: "usage-texts-alike", code: .usageTextUneven, severity: .warning,
      title: "The capture extension says for itself why it uses what its app uses"
    ) { subject in
      guard let texts = try? subject.application?.plist?.usageTexts() else { return [] }
      return subject.captures.flatMap { part in
        let own = (try? part.plist?.usageTexts()) ?? [:]
        return texts.keys.filter { $0 != .camera && own[$0] == nil }
          .sorted { $0.rawValue < $1.rawValue }.map { permission in
            Remark(
              path: part.plistPath,
              message: "the app has \(permission.usageTextKey), and the extension has not: it is "
                + "refused \(permission.title)",
              fix: "add the text to the extension if it uses that")
          }
      }
    },
    CheckRule(
      id: "intent-everywhere", code: .intentNotEverywhere, severity: .error,
      title: "The capture intent is compiled into the app, the capture extension and the control"
    ) { subject in
      let known = subject.parts.filter {
        ($0.isApplication || $0.isCapture || $0.isControl) && $0.intents != nil
      }
      // Nobody has one: the app is not that far yet, and `control` says so.
      guard let name = known.lazy.compactMap(\.intents?.first).first else { return [] }
      return known.compactMap { part in
        guard let intents = part.intents, !intents.contains(name) else { return nil }
        return Remark(
          path: part.path,
          message: intents.isEmpty
            ? "\(name) is not compiled into it, so a press of the control does nothing"
            : "it contains \(intents.joined(separator: ", ")), and another program has \(name)",
          fix: "put the file with the intent into this target as well; a library is not enough")
      }
    },
    CheckRule(
      id: "shared-code", code: .sharedCode, severity: .warning,
      title: "An extension carries no more code than it needs"
    ) { subject in
      let sizes = subject.parts.compactMap { part in
        (try? part.program?.get()).map { (part, $0.loadedBytes) }
      }
      guard sizes.count > 1, let least = sizes.map(\.1).min() else { return [] }
      return sizes.compactMap { part, bytes in
        let isLarge =
          bytes > growth.times * max(least, 1) || bytes - least > growth.bytes
        guard !part.isApplication, part.isCapture || part.isControl, isLarge else { return nil }
        return Remark(
          path: part.path,
          message: "its program is \(megabytes(bytes)), and the smallest of the app is "
            + megabytes(least),
          fix: "let the shared file name no types of the app: each drags in what it uses")
      }
    },
    CheckRule(
      id: "control-name", code: .controlNameDoubled, severity: .warning,
      title: "A control's name does not begin with the app's"
    ) { subject in
      guard let name = subject.name, !name.isEmpty else { return [] }
      return controls(subject).compactMap { path, control in
        guard control.displayName.lowercased().hasPrefix(name.lowercased()) else { return nil }
        return Remark(
          path: path,
          message: "the control is called “\(control.displayName)”, and people read “\(name) "
            + "\(control.displayName)”",
          fix: "leave the app's name out: the system puts it before the control's")
      }
    },
    CheckRule(
      id: "control-icon", code: .controlIcon, severity: .warning,
      title: "A control's icon is a symbol"
    ) { subject in
      controls(subject).compactMap { path, control in
        guard let problem = control.icon.problem else { return nil }
        return Remark(
          path: path, message: "“\(control.kind)” shows a question mark: \(problem)",
          fix: "use a symbol of the system, or a symbol template exported by the Symbols app")
      }
    },
    CheckRule(
      id: "control-answers", code: .controlsNotAsked, severity: .error,
      title: "A control widget says what it offers when it is asked"
    ) { subject in
      subject.widgets.compactMap { widget in
        guard let problem = widget.problem else { return nil }
        return Remark(
          path: path(of: widget, in: subject), message: problem.message,
          fix: "`lockhost explain \(problem.code)` has the details",
          code: DeviceError.Code(rawValue: problem.code))
      }
    },
  ]

  private static func cameraText(_ part: CheckSubject.Part) -> Remark {
    Remark(
      path: part.plistPath, message: "\(Permission.camera.usageTextKey) is missing or blank",
      fix:
        "say why the camera is used; without it the system opens the app in place of the extension")
  }

  private static func controls(
    _ subject: CheckSubject
  ) -> [(path: String, control: StoredControls.Control)] {
    subject.widgets.flatMap { widget in
      widget.controls.map { (path(of: widget, in: subject), $0) }
    }
  }

  private static func path(of widget: StoredControls.Widget, in subject: CheckSubject) -> String {
    subject.controls.first { $0.text("CFBundleIdentifier") == widget.identifier }?.path
      ?? subject.path
  }

  private static func megabytes(_ bytes: Int) -> String {
    let tenths = (bytes * 10 + 500_000) / 1_000_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }
}

/// Looks for every known mistake of an app.
public enum BundleCheck {
  /// Every rule, in the order of its findings.
  public static let rules: [CheckRule] = CheckRule.bundleRules + CheckRule.programRules

  /// Looks at an app with every rule.
  ///
  /// - Parameter widgets: What its control widgets said, if they were asked.
  public static func findings(
    in subject: CheckSubject, widgets: [StoredControls.Widget] = []
  ) -> [CheckFinding] {
    var subject = subject
    subject.widgets = widgets
    return rules.flatMap { $0.findings(in: subject) }
  }
}
