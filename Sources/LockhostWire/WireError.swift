// SPDX-License-Identifier: MIT

/// Why bytes from the peer are not a message, or a value does not fit into one.
///
/// Every case is the sender's fault. None of them carries a path, an address or an errno, so
/// its description may be shown to either side.
public enum WireError: Error, Hashable, Sendable {
  /// The packet is shorter than a header.
  case truncatedHeader(bytes: Int)
  /// The first two bytes are not the protocol's.
  case badMagic(UInt16)
  /// The header's layout version is not one that this side reads.
  case unsupportedHeaderVersion(UInt8)
  /// The kind is none of request, reply, failure and event.
  case unknownKind(UInt8)
  /// A flag is set that this version reserves.
  case reservedFlags(UInt8)
  /// A request without an id, or an event with one.
  case badRequestID(UInt64, kind: MessageKind)
  /// The header names more descriptors than a message may carry.
  case tooManyDescriptors(Int)
  /// The header names another number of descriptors than arrived.
  case descriptorCount(declared: Int, received: Int)
  /// The body is larger than ``WireLimits/bodyBytes``.
  case bodyTooLarge(bytes: Int)
  /// A body of fixed layout has another size than its route's.
  case bodySize(expected: Int, actual: Int)
  /// The body is not the JSON that the protocol accepts.
  case json(JSONFault, offset: Int)
  /// The body is JSON, but not of the shape that its route asks for.
  case shape(type: String, path: String, reason: String)
  /// A field's value is outside what its route accepts.
  case value(field: String, reason: String)
}

extension WireError: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .truncatedHeader(let bytes):
      "a packet of \(bytes) bytes is shorter than a header (\(WireLimits.headerBytes))"
    case .badMagic(let magic): "the magic is 0x\(String(magic, radix: 16)), not 0x484c"
    case .unsupportedHeaderVersion(let version): "header version \(version) is not known"
    case .unknownKind(let kind): "message kind \(kind) is not known"
    case .reservedFlags(let flags): "reserved flags are set: 0x\(String(flags, radix: 16))"
    case .badRequestID(let id, let kind): "request id \(id) is not allowed for kind \(kind)"
    case .tooManyDescriptors(let count):
      "\(count) descriptors are more than the \(WireLimits.descriptors) a message may carry"
    case .descriptorCount(let declared, let received):
      "the header says \(declared) descriptors, \(received) arrived"
    case .bodyTooLarge(let bytes):
      "a body of \(bytes) bytes exceeds \(WireLimits.bodyBytes) bytes"
    case .bodySize(let expected, let actual):
      "the body has \(actual) bytes, its route's layout has \(expected)"
    case .json(let fault, let offset): "not acceptable JSON at byte \(offset): \(fault)"
    case .shape(let type, let path, let reason):
      path.isEmpty ? "not a \(type): \(reason)" : "not a \(type), at \(path): \(reason)"
    case .value(let field, let reason): "\(field): \(reason)"
    }
  }
}
