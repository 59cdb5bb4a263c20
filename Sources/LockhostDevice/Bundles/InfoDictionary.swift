// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// A bundle's `Info.plist`: keys with types, and where they stand.
struct InfoDictionary {
  /// The file's path, for messages.
  let path: String
  private let values: [String: PropertyList]

  init(_ values: [String: PropertyList], path: String) {
    self.values = values
    self.path = path
  }

  /// Reads the `Info.plist` of an open bundle.
  ///
  /// - Throws: `DeviceError`, with a code of its own for each way in which it can be wrong.
  ///
  /// - Parameter variables: The name of the target whose property list it is, before a build has
  ///   replaced `$(EXECUTABLE_NAME)`, `$(PRODUCT_NAME)` and `$(TARGET_NAME)`.
  init(
    in bundle: Directory, path bundlePath: String, variables target: String? = nil
  ) throws(DeviceError) {
    path = bundlePath + "/Info.plist"
    let limits = PropertyList.Limits()
    var bytes: [UInt8]
    do {
      bytes = try AtomicFile.read(
        FileName(literal: "Info.plist"), in: bundle, maximumBytes: limits.bytes)
    } catch {
      throw Self.unreadable(error, path: path, limit: limits.bytes)
    }
    if let target, var text = String(validating: bytes, as: UTF8.self) {
      for name in ["EXECUTABLE_NAME", "PRODUCT_NAME", "TARGET_NAME"] {
        text = text.replacing("$(\(name))", with: target)
      }
      bytes = Array(text.utf8)
    }
    let top: PropertyList
    do {
      top = try PropertyList.parse(bytes, limits: limits)
    } catch {
      throw Self.error(error, path: path)
    }
    guard case .dictionary(let values) = top else {
      throw DeviceError(
        .plistNotADictionary, path: path, message: "its top is \(top.typeName)",
        fix: "put the keys into one dictionary at the top")
    }
    self.values = values
  }

  /// A text that must be there and not be blank.
  func string(_ key: String, fix: String) throws(DeviceError) -> String {
    guard let text = try optionalString(key), !text.allSatisfy(\.isWhitespace) else {
      throw DeviceError(
        .keyMissing, path: path, message: "\(key) is missing", fix: fix)
    }
    return text
  }

  /// A text that may be missing.
  ///
  /// - Parameter spansLines: Whether it may have line breaks and tabs.
  func optionalString(
    _ key: String, spansLines: Bool = false
  ) throws(DeviceError) -> String? {
    switch values[key] {
    case nil: return nil
    case .string(let text): return try printable(text, of: key, spansLines: spansLines)
    case let value?: throw wrongType(key, value, wanted: "a string")
    }
  }

  /// A list of texts that may be missing.
  func strings(_ key: String) throws(DeviceError) -> [String]? {
    guard let value = values[key] else { return nil }
    guard case .array(let elements) = value else {
      throw wrongType(key, value, wanted: "an array of strings")
    }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw wrongType(key, element, wanted: "an array of strings", holds: true)
      }
      texts.append(try printable(text, of: key))
    }
    return texts
  }

  /// A dictionary that may be missing.
  func dictionary(_ key: String) throws(DeviceError) -> InfoDictionary? {
    switch values[key] {
    case nil: return nil
    case .dictionary(let inner): return InfoDictionary(inner, path: path)
    case let value?: throw wrongType(key, value, wanted: "a dictionary")
    }
  }

  /// The usage texts that are there and not blank.
  func usageTexts() throws(DeviceError) -> [Permission: String] {
    var texts: [Permission: String] = [:]
    for permission in Permission.allCases {
      guard let text = try optionalString(permission.usageTextKey, spansLines: true),
        !text.allSatisfy(\.isWhitespace)
      else { continue }
      texts[permission] = text
    }
    return texts
  }

  /// Refuses a text with control characters.
  ///
  /// It is printed, by this program and others, on terminals that obey them.
  private func printable(
    _ text: String, of key: String, spansLines: Bool = false
  ) throws(DeviceError) -> String {
    let isPrintable = text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "\n", "\r", "\t": spansLines
      default: scalar.properties.generalCategory != .control
      }
    }
    guard isPrintable else {
      throw DeviceError(
        .valueInvalid, path: path,
        message: "\(key) has control characters: "
          + "“\(FileName.escape(Array(text.utf8.prefix(80))))”",
        fix: "remove them from the value")
    }
    return text
  }

  private func wrongType(
    _ key: String, _ value: PropertyList, wanted: String, holds: Bool = false
  ) -> DeviceError {
    DeviceError(
      .keyWrongType, path: path,
      message: "\(key) \(holds ? "holds" : "is") \(value.typeName), and must be \(wanted)",
      fix: "give \(key) the value that its documentation asks for")
  }

  private static func unreadable(_ error: SystemError, path: String, limit: Int) -> DeviceError {
    switch error.code {
    case ENOENT:
      DeviceError(
        .plistMissing, path: path, message: "the bundle has no Info.plist",
        fix: "put an Info.plist into the target's folder and build again with `lockhost build`")
    case ELOOP:
      DeviceError(
        .linkOutOfBundle, path: path, message: "Info.plist is a symbolic link",
        fix: "put the file itself into the bundle")
    case EFBIG:
      DeviceError(
        .plistTooLarge, path: path, message: "it is larger than \(limit) bytes",
        fix: "keep what is large in a file of its own")
    default:
      DeviceError(
        .bundleUnreadable, path: path, message: "Info.plist cannot be read",
        fix: "make it a plain file that this user may read", cause: error)
    }
  }

  private static func error(_ problem: PropertyList.Problem, path: String) -> DeviceError {
    switch problem {
    case .malformed(let line, let what):
      DeviceError(
        .plistMalformed, path: path, message: "line \(line): \(what)",
        fix: "correct the line; `plutil -lint` finds such mistakes too")
    case .entities(let line):
      DeviceError(
        .plistEntities, path: path,
        message: "line \(line): the document type declares entities of its own",
        fix: "remove everything between [ and ] in <!DOCTYPE>")
    case .corrupt(let what):
      DeviceError(
        .plistCorrupt, path: path, message: "the binary property list is damaged: \(what)",
        fix: "write it again, as XML or with `plutil -convert binary1`")
    case .tooLarge(let what):
      DeviceError(
        .plistTooLarge, path: path, message: "it has \(what)",
        fix: "keep what is large in a file of its own")
    }
  }
}
