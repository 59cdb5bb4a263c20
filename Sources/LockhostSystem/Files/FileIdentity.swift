// SPDX-License-Identifier: MIT

/// Which file something is, whatever it is called: the file system's number and the inode's.
///
/// Holds for as long as the file exists. A number may be used again once a file is gone, so two equal
/// identities mean the same file only while one of the two is held open.
public struct FileIdentity: Hashable, Sendable, Codable {
  /// The file system's number, as `st_dev`.
  public let device: UInt64
  /// The inode's number, as `st_ino`.
  public let inode: UInt64

  /// Makes an identity from the two numbers.
  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}
