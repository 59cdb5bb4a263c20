// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension CheckSubject {
  /// The most source files that are read of one target, and the largest.
  private static let sourceLimits = (files: 2_000, bytes: 1 << 20, depth: 12)

  /// Reads a package's targets from their folders, without building or running anything.
  ///
  /// A target counts when its folder in `Sources/` has an `Info.plist`. What is compiled into which
  /// target is read from its sources, by eye as it were: the built app knows better.
  ///
  /// - Throws: `DeviceError` with `notABundle` when no target has an `Info.plist`.
  public init(package given: String) throws(DeviceError) {
    let (directory, path) = try BundleLoader(points: []).open(bundleAt: given)
    self.path = path
    isBuilt = false
    links = []
    var parts: [Part] = []
    let sources = try? directory.directory(FileName(literal: "Sources"))
    for name in ((try? sources?.names()) ?? []) {
      guard let text = name.text, let target = try? sources?.directory(name),
        (try? target.contains(FileName(literal: "Info.plist"))) == true
      else { continue }
      parts.append(Self.part(target, "\(path)/Sources/\(text)", target: text))
    }
    guard !parts.isEmpty else {
      throw DeviceError(
        .notABundle, path: path, message: "no folder in Sources/ has an Info.plist",
        fix: "name a .app, or the folder of a package whose targets have an Info.plist each")
    }
    self.parts = parts.filter(\.isApplication) + parts.filter { !$0.isApplication }
  }

  private static func part(_ directory: Directory, _ path: String, target: String) -> Part {
    let info = Result { () throws(DeviceError) in
      try InfoDictionary(in: directory, path: path, variables: target)
    }
    let type = (try? info.get()).flatMap { (try? $0.optionalString("CFBundlePackageType")) ?? nil }
    var remaining = sourceLimits.files
    let text = self.text(of: directory, depth: 0, &remaining)
    let intents = text.matches(of: /(?:struct|class|enum)\s+(\w+)\s*:[^{]*\bCameraCaptureIntent\b/)
      .map { String($0.1) }
    return Part(
      folder: nil, isApplication: type == "APPL", path: path, info: info, program: nil,
      intents: intents)
  }

  /// All Swift text below a folder.
  private static func text(
    of directory: Directory, depth: Int, _ remaining: inout Int
  ) -> String {
    guard depth < sourceLimits.depth, let names = try? directory.names() else { return "" }
    var all = ""
    for name in names where remaining > 0 {
      guard let facts = try? directory.facts(of: name) else { continue }
      if facts.kind == .directory, let inner = try? directory.directory(name) {
        all += text(of: inner, depth: depth + 1, &remaining)
      } else if name.text?.hasSuffix(".swift") == true,
        let bytes = try? AtomicFile.read(
          name, in: directory, maximumBytes: sourceLimits.bytes)
      {
        remaining -= 1
        all += String(decoding: bytes, as: UTF8.self) + "\n"
      }
    }
    return all
  }
}
