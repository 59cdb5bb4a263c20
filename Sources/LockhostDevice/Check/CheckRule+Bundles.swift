// SPDX-License-Identifier: MIT

extension CheckRule {
  /// What is known of property lists, identifiers, extension points and folders.
  static let bundleRules: [CheckRule] = [
    CheckRule(
      id: "info-plist", code: .plistMalformed, severity: .error,
      title: "Every bundle has an Info.plist that can be read"
    ) { subject in
      subject.parts.compactMap { part in
        guard case .failure(let error) = part.info else { return nil }
        return Remark(error, at: part.plistPath)
      }
    },
    CheckRule(
      id: "package-type", code: .wrongPackageType, severity: .error,
      title: "The app is APPL, and its extensions are XPC!"
    ) { subject in
      subject.parts.compactMap { part in
        guard let type = part.text("CFBundlePackageType") else { return nil }
        let right = part.isApplication ? "APPL" : "XPC!"
        guard type != right else { return nil }
        return Remark(
          path: part.plistPath, message: "CFBundlePackageType is “\(type)”, and must be “\(right)”",
          fix: "write \(right)")
      }
    },
    CheckRule(
      id: "identifier", code: .identifierInvalid, severity: .error,
      title: "Every bundle has an identifier of letters, digits, dashes and single dots"
    ) { subject in
      subject.parts.compactMap { part in
        guard let info = part.plist else { return nil }
        do throws(DeviceError) {
          _ = try BundleLoader(points: []).identifier(info)
          return nil
        } catch {
          return Remark(error, at: part.plistPath)
        }
      }
    },
    CheckRule(
      id: "identifier-prefix", code: .identifierNotPrefixed, severity: .error,
      title: "An extension's identifier begins with its app's and a dot"
    ) { subject in
      guard let own = subject.application?.text("CFBundleIdentifier") else { return [] }
      return subject.parts.compactMap { part in
        guard !part.isApplication, let identifier = part.text("CFBundleIdentifier"),
          !identifier.hasPrefix(own + ".")
        else { return nil }
        return Remark(
          path: part.plistPath,
          message: "CFBundleIdentifier is “\(identifier)”, and the app's is “\(own)”",
          fix: "begin it with \(own) and a dot")
      }
    },
    CheckRule(
      id: "old-plist-style", code: .oldExtensionKey, severity: .error,
      title: "A capture extension declares its point in EXAppExtensionAttributes"
    ) { subject in
      subject.parts.compactMap { part in
        guard !part.isApplication, part.point.modern == nil, let old = part.point.old,
          part.folder == .extensions || part.isCapture
        else { return nil }
        return Remark(
          path: part.plistPath, message: "NSExtension declares \(old); that style is for PlugIns/",
          fix: "write EXAppExtensionAttributes › EXExtensionPointIdentifier = "
            + ExtensionBundle.capturePoint)
      }
    },
    CheckRule(
      id: "extension-point", code: .wrongExtensionPoint, severity: .error,
      title: "An extension declares a point that the system has"
    ) { subject in
      subject.parts.compactMap { part in
        guard !part.isApplication, part.plist != nil else { return nil }
        guard let point = part.point.modern ?? part.point.old else {
          return Remark(
            path: part.plistPath, message: "it declares no extension point",
            fix: "declare \(ExtensionBundle.capturePoint) in EXAppExtensionAttributes, or "
              + "\(ExtensionBundle.widgetPoint) in NSExtension", code: .keyMissing)
        }
        // Older extensions of other kinds are none of lockhost's business, unless they mean to be ours.
        guard part.point.modern != nil || part.isCapture, !AppBundle.knownPoints.contains(point)
        else { return nil }
        return Remark(
          path: part.plistPath, message: "the extension point “\(point)” is not known",
          fix: "a capture extension's is \(ExtensionBundle.capturePoint)")
      }
    },
    CheckRule(
      id: "folder", code: .wrongFolder, severity: .error,
      title: "Capture extensions lie in Extensions/, control widgets in PlugIns/"
    ) { subject in
      subject.parts.compactMap { part in
        guard let folder = part.folder, part.point.modern != nil || part.point.old != nil else {
          return nil
        }
        let right: ExtensionBundle.Folder = part.point.modern != nil ? .extensions : .plugIns
        guard folder != right, part.point.modern != nil || part.isControl else { return nil }
        return Remark(
          path: part.path,
          message: "it lies in \(folder.rawValue)/, and belongs in \(right.rawValue)/",
          fix: "embed it in \(right.rawValue)/; `lockhost build` does so by itself")
      }
    },
    CheckRule(
      id: "one-capture-extension", code: .severalCaptureExtensions, severity: .error,
      title: "An app has one capture extension at most"
    ) { subject in
      guard subject.captures.count > 1 else { return [] }
      return subject.captures.dropFirst().map { part in
        Remark(
          path: part.path, message: "the app has \(subject.captures.count) capture extensions",
          fix: "keep one of them: the system starts one for an app")
      }
    },
    CheckRule(
      id: "control", code: .noControl, severity: .warning,
      title: "An app with a capture extension has a control to start it by"
    ) { subject in
      guard !subject.captures.isEmpty, subject.controls.isEmpty else { return [] }
      return [
        Remark(
          path: subject.path, message: "the app has a capture extension, and no control widget",
          fix: "add a target with a ControlWidget; without one only Camera Control starts it")
      ]
    },
    CheckRule(
      id: "minimum-version", code: .minimumVersion, severity: .error,
      title: "MinimumOSVersion is 18.0 or later where there is a capture extension or a control"
    ) { subject in
      subject.parts.compactMap { part in
        guard let text = part.text("MinimumOSVersion") else { return nil }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard !numbers.isEmpty, numbers.count <= 3, !numbers.contains(nil) else {
          return Remark(
            path: part.plistPath, message: "MinimumOSVersion is “\(text)”, which is no version",
            fix: "write a version such as 18.0")
        }
        guard part.isCapture || part.isControl, let major = numbers[0], major < 18 else {
          return nil
        }
        return Remark(
          path: part.plistPath,
          message: "MinimumOSVersion is \(text), and before 18.0 there are no such extensions",
          fix: "write 18.0; an app for older systems asks for the version before it uses them")
      }
    },
    CheckRule(
      id: "activity-type", code: .activityTypeMissing, severity: .warning,
      title: "The app lists the activities that its extension opens it with"
    ) { subject in
      guard !subject.captures.isEmpty, let app = subject.application, let info = app.plist,
        ((try? info.strings("NSUserActivityTypes")) ?? nil) == nil
      else { return [] }
      return [
        Remark(
          path: app.plistPath, message: "the app lists no activity types",
          fix: "add NSUserActivityTypes with NSUserActivityTypeLockedCameraCapture, and your own")
      ]
    },
    CheckRule(
      id: "orientations", code: .orientations, severity: .warning,
      title: "The capture extension says itself which orientations it has"
    ) { subject in
      let key = "UISupportedInterfaceOrientations"
      var remarks: [Remark] = []
      for part in subject.parts {
        let values = ((try? part.plist?.strings(key)) ?? nil) ?? []
        for value in values where !orientations.contains(value) {
          remarks.append(
            Remark(
              path: part.plistPath, message: "\(key) has “\(value)”, which is no orientation",
              fix: "write one of " + orientations.joined(separator: ", ")))
        }
      }
      let app = ((try? subject.application?.plist?.strings(key)) ?? nil) ?? []
      for part in subject.captures where !app.isEmpty {
        guard ((try? part.plist?.strings(key)) ?? nil) == nil else { continue }
        remarks.append(
          Remark(
            path: part.plistPath, message: "\(key) is in the app alone, and does not hold here",
            fix: "repeat it in the extension: it is the only lock on its orientation"))
      }
      return remarks
    },
  ]

  private static let orientations = [
    "UIInterfaceOrientationPortrait", "UIInterfaceOrientationPortraitUpsideDown",
    "UIInterfaceOrientationLandscapeLeft", "UIInterfaceOrientationLandscapeRight",
  ]
}

extension CheckRule.Remark {
  /// What a loader says about a bundle, with the loader's own code.
  init(_ error: DeviceError, at path: String) {
    self.init(
      path: error.path ?? path, message: error.message, fix: error.fix, code: error.code)
  }
}
