// SPDX-License-Identifier: MIT

extension DirectoryTree {
  /// How much of a tree is kept.
  public struct SiftLimits: Hashable, Sendable {
    /// The most plain files and directories together.
    public var entries: Int
    /// The most bytes in plain files together.
    public var bytes: Int
    /// How many directories deep a file may lie; 0 is directly in the top.
    public var depth: Int

    /// Creates limits.
    public init(entries: Int = 200_000, bytes: Int = 64 << 30, depth: Int = 64) {
      self.entries = entries
      self.bytes = bytes
      self.depth = depth
    }
  }

  /// Whom a kept tree belongs to, before and after.
  public struct Ownership: Hashable, Sendable {
    /// The user that everything must belong to; what belongs to another is refused.
    public var expected: UInt32
    /// The user and group that everything is given to; `nil` leaves it.
    ///
    /// Needs root.
    public var new: UInt32?

    /// Creates an ownership.
    public init(expected: UInt32, new: UInt32? = nil) {
      self.expected = expected
      self.new = new
    }
  }

  /// What a sifting kept, and what it refused.
  public struct Sifting: Sendable {
    /// Why an entry was refused.
    public enum Refusal: Hashable, Sendable {
      /// It is neither a plain file nor a directory.
      case kind
      /// It has names that are not in this tree.
      case linkedElsewhere
      /// It belongs to somebody else.
      case owner(UInt32)
      /// Something is mounted there.
      case mount
      /// There are too many entries.
      case entryLimit
      /// There are too many bytes.
      case byteLimit
      /// It lies too deep.
      case depthLimit
      /// The kernel refused a call on it.
      case system(SystemError)
    }

    /// An entry that was refused.
    public struct Refused: Hashable, Sendable {
      /// Its path from the top, as bytes, with slashes.
      public let path: [UInt8]
      /// What it was.
      public let kind: FileFacts.Kind
      /// Why it was refused.
      public let refusal: Refusal
    }

    /// The most refused entries that are named; the rest are only counted.
    public static let namedRefusals = 256

    /// How many plain files were kept.
    public internal(set) var files = 0
    /// How many directories were kept, without the top.
    public internal(set) var directories = 0
    /// The size of the kept files, in bytes.
    public internal(set) var bytes = 0
    /// What was refused, at most ``namedRefusals`` entries.
    public internal(set) var refused: [Refused] = []
    /// How many entries were refused; a refused directory counts once.
    public internal(set) var refusedCount = 0
    /// How many of the refused entries could not be removed and are still in the tree.
    public internal(set) var remaining = 0
  }

  /// Takes out of a tree all that is not plain files and directories, so that it can be handed on.
  ///
  /// What is refused is removed from the tree, not followed and not opened. What is kept is given to
  /// its new owner and loses setuid, setgid and sticky bits. Works in place, so that a crash in the
  /// middle leaves a tree that can be sifted again.
  ///
  /// - Throws: `SystemError` when the top itself cannot be read.
  public static func sift(
    _ top: Directory, ownership: Ownership, limits: SiftLimits = SiftLimits()
  ) throws(SystemError) -> Sifting {
    let worker = SiftWorker(ownership: ownership, limits: limits)
    return try worker.run(top)
  }
}
