// SPDX-License-Identifier: MIT

import LockhostSystem

/// An app that is looked at, as far as it can be read: whole or not, built or not.
public struct CheckSubject: Sendable {
  /// One of its bundles: the app itself, or an extension.
  struct Part: Sendable {
    /// The folder in the app in which it lies; nil for the app itself, and for what is not built yet.
    let folder: ExtensionBundle.Folder?
    /// Whether it is the app itself.
    let isApplication: Bool
    /// The path of the bundle, or of the target's folder.
    let path: String
    let info: Result<InfoDictionary, DeviceError>
    /// Its program: what is wrong with it, or how much of it is loaded; nil for what is not built yet.
    let program: Result<Program, DeviceError>?
    /// The capture intents that are compiled into it, by type name; nil when that cannot be known.
    let intents: [String]?

    /// The property list, if there is one that can be read.
    var plist: InfoDictionary? { try? info.get() }

    /// Where its property list is.
    var plistPath: String { path + "/Info.plist" }

    /// The extension point that it declares, in either style.
    var point: (modern: String?, old: String?) {
      (
        text("EXAppExtensionAttributes", "EXExtensionPointIdentifier"),
        text("NSExtension", "NSExtensionPointIdentifier")
      )
    }

    /// Whether it means to be a capture extension, as far as one can tell.
    var isCapture: Bool {
      !isApplication && (point.modern ?? point.old ?? "").lowercased().contains("capture")
    }

    /// Whether it is a control widget.
    var isControl: Bool {
      !isApplication && (point.old ?? point.modern) == ExtensionBundle.widgetPoint
    }

    /// A text of the property list; nil when it is missing or no text.
    func text(_ key: String) -> String? { (try? plist?.optionalString(key)) ?? nil }

    private func text(_ outer: String, _ key: String) -> String? {
      guard let inner = try? plist?.dictionary(outer) else { return nil }
      return (try? inner.optionalString(key)) ?? nil
    }
  }

  /// A program that can be started.
  struct Program: Hashable, Sendable {
    let path: String
    /// How many bytes of it are loaded; debug information is not.
    let loadedBytes: Int
    let permissions: UInt32
  }

  /// The path of the app or package.
  public let path: String
  /// The app first, then its extensions.
  let parts: [Part]
  /// Links in the bundle, by path.
  let links: [String]
  /// What its control widgets said, if they were asked.
  var widgets: [StoredControls.Widget] = []
  /// What in the bundle could be a control's icon, by the widget's identifier.
  let isBuilt: Bool

  var application: Part? { parts.first { $0.isApplication } }
  var captures: [Part] { parts.filter(\.isCapture) }
  var controls: [Part] { parts.filter(\.isControl) }
  /// The app's name for people.
  var name: String? {
    application?.text("CFBundleDisplayName") ?? application?.text("CFBundleName")
  }
}
