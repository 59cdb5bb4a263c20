// SPDX-License-Identifier: MIT

import CSeccomp
import Glibc
import LockhostPolicy
public import LockhostSystem

/// Compiled programs, kept in a folder from one process to the next.
///
/// A note to the next start and no more: a file that is missing, damaged, another policy's, or that
/// somebody else could have written, is as good as none, and the policy is compiled again. Each file
/// holds the whole text of what it was compiled from, so that no two policies are ever mistaken for
/// each other, and a checksum.
public struct FilterCache: Sendable {
  /// The largest file that is read.
  private static let maximumBytes = 1_048_576
  private static let magic = "lockhost-filter/2"

  private let directory: Directory

  /// Keeps programs in a folder, which must belong to this user or root, and be closed to writing by
  /// anybody else.
  ///
  /// - Throws: `SystemError` for `open(2)` or `mkdir(2)`, and with `EPERM` for a folder that others
  ///   may write to.
  public init(path: String) throws(SystemError) {
    let directory = try Directory.make(path: path, permissions: 0o700)
    guard Self.isOurs(try directory.facts()) else {
      throw SystemError(call: "fstat(2)", code: EPERM)
    }
    self.directory = directory
  }

  /// The program that was compiled from the same, if there is one that can be trusted.
  func instructions(of program: FilterProgram) -> [FilterInstruction]? {
    guard let instructions = read(Self.key(of: program)) else { return nil }
    do {
      try program.with(instructions).verifyBriefly()
      return instructions
    } catch {
      return nil
    }
  }

  /// The program that was kept under a name, if there is one that can be trusted.
  ///
  /// Nothing compares it with the rules: the folder's permissions and the checksum are what there is.
  func instructions(named name: String) -> [FilterInstruction]? { read(Self.key(named: name)) }

  /// Keeps a program for the next process.
  ///
  /// What cannot be kept is compiled again then.
  func keep(_ program: FilterProgram) { write(program.instructions, Self.key(of: program)) }

  /// Keeps a program under a name that says all that it was made from.
  func keep(_ instructions: [FilterInstruction], named name: String) {
    write(instructions, Self.key(named: name))
  }

  private func read(_ key: [UInt8]) -> [FilterInstruction]? {
    let content: [UInt8]
    do {
      guard let name = Self.name(of: key), Self.isOurs(try directory.facts(of: name)) else {
        return nil
      }
      content = try AtomicFile.read(name, in: directory, maximumBytes: Self.maximumBytes)
    } catch {
      return nil
    }
    let head = key + [0]
    guard content.count > head.count + 8, content.starts(with: head),
      Array(content.suffix(8)) == Self.checksum(content.dropLast(8))
    else { return nil }
    return FilterProgram.instructions(from: content.dropLast(8).dropFirst(head.count))
  }

  private func write(_ instructions: [FilterInstruction], _ key: [UInt8]) {
    guard let name = Self.name(of: key) else { return }
    var content = key + [0] + FilterProgram.bytes(of: instructions)
    content += Self.checksum(content[...])
    do {
      try AtomicFile.write(content, to: name, in: directory, waitsForDisk: false)
    } catch {
      // A full or read-only disk costs the next start some milliseconds.
    }
  }

  /// Which libseccomp this is.
  static var compilerVersion: String {
    guard let version = unsafe seccomp_version()?.pointee else { return "unknown" }
    return "\(version.major).\(version.minor).\(version.micro)"
  }

  private static func key(of program: FilterProgram) -> [UInt8] {
    Array("\(magic)\nlibseccomp \(compilerVersion)\n\(program.fingerprint)".utf8)
  }

  private static func key(named name: String) -> [UInt8] {
    Array("\(magic)\nlibseccomp \(compilerVersion)\n\(name)".utf8)
  }

  private static func name(of key: [UInt8]) -> FileName? {
    let digits = checksum(key[...]).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    return FileName("\(digits.joined()).filter")
  }

  private static func isOurs(_ facts: FileFacts) -> Bool {
    (facts.user == geteuid() || facts.user == 0) && facts.permissions & 0o022 == 0
  }

  /// FNV-1a: against damage, not against enemies, whom the file's permissions keep out.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0 * 8)) }
  }
}
