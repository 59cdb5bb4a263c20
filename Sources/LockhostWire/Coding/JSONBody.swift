// SPDX-License-Identifier: MIT

import FoundationEssentials

/// A body that travels as JSON.
///
/// Unknown fields are ignored, so that a field can be added without a new protocol version.
public protocol JSONBody: WireBody, Codable {}

extension JSONBody {
  /// Reads a JSON body after ``JSONScanner`` has accepted its bytes.
  ///
  /// - Throws: ``WireError/bodyTooLarge(bytes:)``, ``WireError/json(_:offset:)``,
  ///   ``WireError/shape(type:path:reason:)`` or ``WireError/value(field:reason:)``.
  public init(body: [UInt8]) throws(WireError) {
    guard body.count <= WireLimits.bodyBytes else { throw .bodyTooLarge(bytes: body.count) }
    try JSONScanner.check(body)
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(body))
    } catch let error as WireError {
      throw error
    } catch {
      throw WireError(error, type: Self.self)
    }
    try validate()
  }

  /// Writes the value as JSON with sorted keys, so that equal values have equal bytes.
  ///
  /// - Throws: ``WireError/value(field:reason:)``, ``WireError/shape(type:path:reason:)`` (a number
  ///   that JSON lacks) or ``WireError/bodyTooLarge(bytes:)``.
  public func encodedBody() throws(WireError) -> [UInt8] {
    try validate()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data: Data
    do {
      data = try encoder.encode(self)
    } catch let error as WireError {
      throw error
    } catch {
      throw WireError(error, type: Self.self)
    }
    guard data.count <= WireLimits.bodyBytes else { throw .bodyTooLarge(bytes: data.count) }
    return [UInt8](data)
  }
}

extension WireError {
  /// Puts a coding error into words that carry no value of the peer's.
  fileprivate init(_ error: any Error, type: Any.Type) {
    let name = String(describing: type)
    func path(_ codingPath: [any CodingKey]) -> String {
      codingPath.map { key in
        if let index = key.intValue { "[\(index)]" } else { ".\(key.stringValue.prefix(40))" }
      }.joined()
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self = .shape(
        type: name, path: path(context.codingPath), reason: "\"\(key.stringValue)\" is missing")
    case DecodingError.typeMismatch(let expected, let context):
      self = .shape(type: name, path: path(context.codingPath), reason: "not a \(expected)")
    case DecodingError.valueNotFound(let expected, let context):
      self = .shape(
        type: name, path: path(context.codingPath), reason: "null in place of a \(expected)")
    case DecodingError.dataCorrupted(let context):
      self = .shape(
        type: name, path: path(context.codingPath), reason: "a value that is not accepted")
    case EncodingError.invalidValue(_, let context):
      self = .shape(
        type: name, path: path(context.codingPath), reason: "a value that JSON cannot carry")
    default:
      self = .shape(type: name, path: "", reason: "not decodable")
    }
  }
}
