// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// What the kernel says of one file, links not followed.
public struct FileFacts: Hashable, Sendable {
  /// What a directory's entry is.
  public enum Kind: String, Hashable, Sendable {
    /// A plain file.
    case file
    /// A directory.
    case directory
    /// A symbolic link, itself.
    case symbolicLink = "symbolic-link"
    /// A named pipe.
    case fifo
    /// A socket.
    case socket
    /// A character or block device.
    case device
    /// Something that this program does not know.
    case unknown
  }

  /// What it is.
  public let kind: Kind
  /// Which file it is.
  public let identity: FileIdentity
  /// The mount that it was found in.
  public let mount: UInt64
  /// Its size in bytes.
  public let size: Int
  /// How many names it has.
  public let links: Int
  /// The user it belongs to.
  public let user: UInt32
  /// The group it belongs to.
  public let group: UInt32
  /// Its permission bits with setuid, setgid and sticky: 12 bits.
  public let permissions: UInt32
  /// When its content was last changed, in seconds since 1970.
  public let modifiedSeconds: Int64

  /// Whether running it would change the user or the group.
  public var setsIdentifier: Bool { permissions & 0o6000 != 0 }

  init(_ facts: lh_file_facts) {
    kind =
      switch facts.mode & 0o170000 {
      case 0o100000: .file
      case 0o040000: .directory
      case 0o120000: .symbolicLink
      case 0o010000: .fifo
      case 0o140000: .socket
      case 0o020000, 0o060000: .device
      default: .unknown
      }
    identity = FileIdentity(device: facts.device, inode: facts.inode)
    mount = facts.mount
    size = Int(clamping: facts.size)
    links = Int(facts.links)
    user = facts.user
    group = facts.group
    permissions = facts.mode & 0o7777
    modifiedSeconds = facts.modified_seconds
  }

  /// Asks for the facts of an open file.
  ///
  /// Wraps `statx(2)` on the descriptor itself; it may have been opened with `O_PATH`.
  ///
  /// - Throws: `SystemError` for `statx(2)`.
  public init(of descriptor: SharedDescriptor) throws(SystemError) {
    var facts = lh_file_facts()
    guard lh_facts(descriptor.rawValue, "", &facts) == 0 else { throw .last("statx(2)") }
    self.init(facts)
  }
}
