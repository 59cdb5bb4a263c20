// SPDX-License-Identifier: MIT

import Glibc

extension DirectoryTree {
  /// What a tree holds.
  public struct Use: Hashable, Sendable {
    /// Everything in it that has a name: files, folders and the rest.
    public var entries = 0
    /// The sizes of the plain files, holes included.
    public var bytes = 0
    /// Whether it is deeper, or has more entries, than was to be counted.
    public var isBeyond = false

    /// Nothing.
    public init() {}
  }

  /// No tree that a program means to keep is deeper.
  private static let deepest = 64

  /// Counts what is in a tree, while somebody may be writing to it.
  ///
  /// Follows no link and crosses no mount. What vanishes meanwhile is not counted.
  ///
  /// - Parameter limit: Counting stops beyond so many entries, so that a flood of files costs no more
  ///   than that.
  /// - Throws: `SystemError` when the top itself cannot be read.
  public static func use(of top: Directory, limit: Int) throws(SystemError) -> Use {
    var use = Use()
    try count(top, depth: 0, limit: limit, into: &use)
    return use
  }

  private static func count(
    _ directory: Directory, depth: Int, limit: Int, into use: inout Use
  ) throws(SystemError) {
    let names: [FileName]
    do throws(SystemError) {
      names = try directory.names(limit: limit + 1)
    } catch {
      guard error.code == EOVERFLOW else { throw error }
      use.isBeyond = true
      return
    }
    for name in names {
      use.entries += 1
      guard use.entries <= limit, depth < deepest else {
        use.isBeyond = true
        return
      }
      do throws(SystemError) {
        let facts = try directory.facts(of: name)
        switch facts.kind {
        case .directory:
          try count(try directory.directory(name), depth: depth + 1, limit: limit, into: &use)
        case .file:
          // Sizes are the guest's to choose; their sum must not trap.
          let (sum, isTooLarge) = use.bytes.addingReportingOverflow(max(facts.size, 0))
          use.bytes = isTooLarge ? .max : sum
        default: break
        }
      } catch {
        // Gone since its name was read; or a folder that is closed even to its owner, in which anything
        // may be.
        if error.code == EACCES { use.isBeyond = true }
      }
    }
  }
}
