// SPDX-License-Identifier: MIT

/// Which types of a Swift program conform to a protocol, read from its file without running it.
///
/// The compiler lists every conformance in a section of its own, for the runtime to find. Each record
/// names protocol and type by distances to their descriptors; a protocol of another module is named
/// through a slot that holds its address. Bytes that nobody vouches for: every distance is checked.
public enum SwiftConformances {
  /// A type of a program.
  public struct ConformingType: Hashable, Sendable {
    /// The name, without module and surrounding types.
    public let name: String
    /// The name by which the runtime finds the type, when it and what surrounds it are plain.
    public let mangledName: String?
  }

  /// The most conformances that are looked at; a whole app with Foundation has a few thousand.
  private static let recordLimit = 200_000

  /// Finds the types that conform to a protocol.
  ///
  /// - Parameters:
  ///   - name: The protocol's name without its module. It is found by its descriptor, so only in a
  ///     program that contains the protocol's module, as the SDK's static programs do.
  ///   - path: The program's file.
  /// - Returns: The types in the order of the program; nil for a program that has no such section, or
  ///   none of the protocol: nothing can be said of it then.
  /// - Throws: `ELFError`.
  public static func types(
    conformingTo name: String, in path: String
  ) throws(ELFError) -> [ConformingType]? {
    let image = try SwiftImage(path: path)
    guard let records = try image.section("swift5_protocol_conformances") else { return nil }
    let protocols = try image.protocols(named: name)
    guard !protocols.isEmpty else { return nil }
    let slots = try image.slots(holding: protocols)
    let count = records.bytes.count / 4
    guard count <= recordLimit else { throw .malformed("it has \(count) conformances") }
    var found: [ConformingType] = []
    for index in 0..<count {
      let record = records.target(at: index * 4)
      guard let number = try image.number(at: record) else { continue }
      let reference = Int32(bitPattern: number)
      // The lowest bit says that the distance leads to a slot.
      let target = record &+ UInt64(bitPattern: Int64(reference & ~1))
      let isMatch =
        reference & 1 == 0 ? protocols.contains(target) : slots.contains(target)
      guard isMatch, let type = try image.type(ofConformance: record) else { continue }
      if !found.contains(type) { found.append(type) }
    }
    return found
  }
}
