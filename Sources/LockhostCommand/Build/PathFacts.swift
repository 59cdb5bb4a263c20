// SPDX-License-Identifier: MIT

import Glibc

/// What is at a path that a person gave, without following a link at its end.
struct PathFacts {
  enum Kind {
    case file, folder, link, other
  }

  let kind: Kind
  let bytes: Int
  let isExecutable: Bool

  /// `nil` when nothing is there that can be seen.
  init?(_ path: String, followingLinks: Bool = false) {
    var status = stat()
    let result = unsafe followingLinks ? stat(path, &status) : lstat(path, &status)
    guard result == 0 else { return nil }
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    bytes = Int(status.st_size)
    isExecutable = status.st_mode & 0o111 != 0
  }
}
