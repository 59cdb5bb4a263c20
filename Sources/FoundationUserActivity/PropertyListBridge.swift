// SPDX-License-Identifier: MIT

import Foundation
package import LockhostWire

/// A value of an activity's `userInfo` that cannot travel.
package struct UserInfoError: Error, Hashable, Sendable, LocalizedError {
  /// Where the value stands, such as `userInfo["photos"][2]`.
  package let path: String
  /// What is wrong with it.
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// What is wrong with an activity as a whole: its type, its size, its depth.
  package init(_ error: WireError) {
    if case .value(let field, let reason) = error {
      self.init(path: field, reason: "is " + reason)
    } else {
      self.init(path: "the activity", reason: "cannot travel: \(error)")
    }
  }

  /// The place and what is wrong with it.
  package var errorDescription: String? {
    "\(path) \(reason). An activity carries property-list types only: String, numbers, Bool, Date, "
      + "Data, and arrays and dictionaries of them with String keys."
  }
}

extension NSUserActivity {
  /// The activity as it travels.
  ///
  /// - Throws: ``UserInfoError`` for the first value that is not of a property-list type.
  package func message() throws(UserInfoError) -> ActivityMessage {
    var values: [String: PropertyValue]?
    if let userInfo {
      guard
        case .dictionary(let converted) = try PropertyListBridge.value(
          userInfo, at: "userInfo", depth: 0)
      else { throw UserInfoError(path: "userInfo", reason: "is not a dictionary") }
      values = converted
    }
    return ActivityMessage(
      activityType: activityType, title: title, userInfo: values,
      webpageURL: webpageURL?.absoluteString,
      requiredUserInfoKeys: requiredUserInfoKeys.map { $0.sorted() },
      targetContentIdentifier: targetContentIdentifier,
      persistentIdentifier: persistentIdentifier)
  }

  /// An activity that arrived.
  package convenience init(_ message: ActivityMessage) {
    self.init(activityType: message.activityType)
    title = message.title
    userInfo = message.userInfo.map { values in
      Dictionary(
        uniqueKeysWithValues: values.map {
          (AnyHashable($0.key), PropertyListBridge.plain($0.value))
        })
    }
    webpageURL = message.webpageURL.flatMap { URL(string: $0) }
    requiredUserInfoKeys = message.requiredUserInfoKeys.map { Set($0) }
    targetContentIdentifier = message.targetContentIdentifier
    persistentIdentifier = message.persistentIdentifier
  }
}

/// Between `Any` and the wire's property-list values.
enum PropertyListBridge {
  private static let maximumDepth = 32

  static func value(
    _ any: Any, at path: String, depth: Int
  ) throws(UserInfoError) -> PropertyValue {
    guard depth <= maximumDepth else {
      throw UserInfoError(path: path, reason: "is nested too deep")
    }
    switch any {
    case let value as any PropertyListConvertible: return value.propertyValue
    case let value as any BinaryInteger:
      guard let integer = Int64(exactly: value) else {
        throw UserInfoError(path: path, reason: "is larger than a 64-bit integer")
      }
      return .integer(integer)
    // After Swift's own numbers, which would be bridged and cut to 64 bits.
    case let value as NSNumber: return number(value)
    case let value as [Any]:
      var elements: [PropertyValue] = []
      for (index, element) in value.enumerated() {
        elements.append(try Self.value(element, at: "\(path)[\(index)]", depth: depth + 1))
      }
      return .array(elements)
    case let value as [AnyHashable: Any]:
      var entries: [String: PropertyValue] = [:]
      for (key, element) in value {
        guard let name = key.base as? String else {
          throw UserInfoError(
            path: path, reason: "has the key \(key.base) of type \(type(of: key.base))")
        }
        entries[name] = try Self.value(element, at: "\(path)[\"\(name)\"]", depth: depth + 1)
      }
      return .dictionary(entries)
    default: throw UserInfoError(path: path, reason: "is a \(type(of: any))")
    }
  }

  static func plain(_ value: PropertyValue) -> Any {
    switch value {
    case .string(let value): value
    case .integer(let value): Int(truncatingIfNeeded: value)
    case .double(let value): value
    case .boolean(let value): value
    case .date(let seconds): Date(timeIntervalSince1970: seconds)
    case .data(let bytes): Data(bytes)
    case .array(let values): values.map { plain($0) }
    case .dictionary(let values): values.mapValues { plain($0) }
    }
  }

  private static func number(_ number: NSNumber) -> PropertyValue {
    switch unsafe String(cString: number.objCType) {
    // Foundation has one object for each truth value; an 8-bit integer is another object.
    case "c" where number === truth || number === untruth: .boolean(number.boolValue)
    case "d", "f": .double(number.doubleValue)
    default: .integer(number.int64Value)
    }
  }

  private static let truth = NSNumber(value: true)
  private static let untruth = NSNumber(value: false)
}

/// The Swift types that property lists have.
private protocol PropertyListConvertible {
  var propertyValue: PropertyValue { get }
}

extension String: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .string(self) }
}

extension Bool: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .boolean(self) }
}

extension Double: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .double(self) }
}

extension Float: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .double(Double(self)) }
}

extension CGFloat: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .double(Double(self)) }
}

extension Date: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue {
    .date(secondsSince1970: timeIntervalSince1970)
  }
}

extension Data: PropertyListConvertible {
  fileprivate var propertyValue: PropertyValue { .data([UInt8](self)) }
}
