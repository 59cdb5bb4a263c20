// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension CheckSubject {
  /// The most bundles that are looked at in one folder, and the deepest folder that is looked into.
  private static let limits = (bundles: 64, depth: 16, entries: 20_000)

  /// Reads a built app, as far as it can be read; nothing of it is run, and no link is followed.
  ///
  /// - Throws: `DeviceError` with `bundleNotFound` or `notABundle` when there is no app to look at.
  public init(bundle given: String) throws(DeviceError) {
    let (directory, path) = try BundleLoader(points: AppBundle.knownPoints).open(bundleAt: given)
    guard path.hasSuffix(".app") else {
      throw DeviceError(
        .notABundle, path: path, message: "an app's bundle is called NAME.app",
        fix: "name the .app that `lockhost build` has made, or the folder of its package")
    }
    self.path = path
    isBuilt = true
    var parts = [Self.part(directory, path, folder: nil)]
    for folder in ExtensionBundle.Folder.allCases {
      guard let name = FileName(folder.rawValue),
        let inner = try? directory.directory(name),
        let names = try? inner.names(limit: Self.limits.bundles)
      else { continue }
      for name in names {
        guard let text = name.text, text.hasSuffix(".appex"),
          let bundle = try? inner.directory(name)
        else { continue }
        parts.append(Self.part(bundle, "\(path)/\(folder.rawValue)/\(text)", folder: folder))
      }
    }
    self.parts = parts
    var remaining = Self.limits.entries
    links = Self.links(in: directory, at: path, depth: 0, &remaining)
  }

  private static func part(
    _ directory: Directory, _ path: String, folder: ExtensionBundle.Folder?
  ) -> Part {
    let info = Result { () throws(DeviceError) in try InfoDictionary(in: directory, path: path) }
    let program = (try? info.get()).flatMap { info in
      (try? info.optionalString("CFBundleExecutable")) ?? nil
    }.flatMap { name in
      FileName(name).map { fileName in
        Result { () throws(DeviceError) in
          try Self.program(name, fileName, in: directory, path: "\(path)/\(name)")
        }
      }
    }
    let intents = program.flatMap { try? $0.get() }.flatMap { program in
      try? SwiftConformances.types(conformingTo: "CameraCaptureIntent", in: program.path)
    }
    let listed = (try? info.get()).flatMap { (try? $0.strings("LHCameraCaptureIntents")) ?? nil }
    return Part(
      folder: folder, isApplication: folder == nil, path: path, info: info, program: program,
      intents: listed ?? intents?.map(\.name))
  }

  private static func program(
    _ text: String, _ name: FileName, in directory: Directory, path: String
  ) throws(DeviceError) -> Program {
    let checked = try ExecutableCheck(path: path, name: name, text: text).run(in: directory)
    do throws(SystemError) {
      let facts = try directory.facts(of: name)
      let loaded = (try? ELFImage(of: try directory.file(name)).loadedBytes) ?? facts.size
      return Program(
        path: checked.path, loadedBytes: loaded, permissions: UInt32(facts.permissions))
    } catch {
      throw DeviceError(
        .bundleUnreadable, path: path, message: "the program cannot be read",
        fix: "let this user read it", cause: error)
    }
  }

  /// Every link below a folder, by path.
  private static func links(
    in directory: Directory, at path: String, depth: Int, _ remaining: inout Int
  ) -> [String] {
    guard depth < limits.depth, let names = try? directory.names() else { return [] }
    var found: [String] = []
    for name in names where remaining > 0 {
      remaining -= 1
      guard let facts = try? directory.facts(of: name) else { continue }
      let place = "\(path)/\(name)"
      switch facts.kind {
      case .symbolicLink: found.append(place)
      case .directory:
        guard let inner = try? directory.directory(name) else { continue }
        found += links(in: inner, at: place, depth: depth + 1, &remaining)
      default: break
      }
    }
    return found
  }
}
