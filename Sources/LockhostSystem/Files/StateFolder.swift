// SPDX-License-Identifier: MIT

import Glibc

/// Where lockhost keeps what outlives it.
public enum StateFolder {
  /// The absolute path of the folder, which need not be there yet.
  ///
  /// - Parameters:
  ///   - set: What the person named, which wins over the environment.
  ///   - environment: Looks at `LOCKHOST_HOME`, `XDG_STATE_HOME` and `HOME`.
  /// - Returns: nil when nothing says where.
  public static func path(set: String?, environment: [String: String]) -> String? {
    if let set, !set.isEmpty { return absolute(set) }
    if let home = environment["LOCKHOST_HOME"], !home.isEmpty { return absolute(home) }
    // The XDG specification asks that a relative path be ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
      return absolute(state + "/lockhost")
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return absolute(home + "/.local/state/lockhost")
    }
    return nil
  }

  /// Makes a path absolute and takes out what is empty or ".", without looking at the disk.
  public static func absolute(_ path: String) -> String {
    if isPlain(path) { return path }
    let whole = path.hasPrefix("/") ? path : WorkingFolder.path + "/" + path
    return "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }

  /// Whether there is nothing to take out: every launch asks.
  private static func isPlain(_ path: String) -> Bool {
    var previous: UInt8 = 0
    for byte in path.utf8 {
      // After a slash neither another one nor a dot, which may be a name's first as well.
      if previous == 0x2F, byte == 0x2F || byte == 0x2E { return false }
      if previous == 0, byte != 0x2F { return false }
      previous = byte
    }
    return previous != 0x2F && previous != 0
  }
}

/// The folder from which relative paths start.
public enum WorkingFolder {
  /// Whether it has a path: it may have been removed.
  public static var isThere: Bool {
    guard let bytes = getcwd(nil, 0) else { return false }
    free(bytes)
    return true
  }

  /// Its absolute path.
  ///
  /// Where it was removed, one below which nothing is: another folder's files are not what a relative
  /// path means.
  public static var path: String {
    guard let bytes = getcwd(nil, 0) else { return "/proc/self/cwd" }
    defer { free(bytes) }
    return String(cString: bytes)
  }
}
