// SPDX-License-Identifier: MIT

import Glibc

/// Whether some process still has a folder mounted.
public enum MountUse {
  /// Looks through the mounts of every process that this one may look at.
  ///
  /// A host that was killed gives its locks back at once, but its sandbox needs some milliseconds
  /// more to die, and may still write. A folder that is bound into a sandbox shows in the
  /// `mountinfo` of the processes in it.
  ///
  /// - Parameter suffix: How the path of the folder ends, seen from its file system's top. It should
  ///   have something in it that no other path has.
  /// - Returns: Whether a process was found. Processes that may not be looked at do not count.
  public static func isMounted(pathEndingIn suffix: String) -> Bool {
    // Without /proc there is nothing to find, and nothing that could be decided differently.
    guard let proc = try? Directory.open(path: "/proc"),
      let names = try? proc.names(limit: 1 << 22)
    else { return false }
    let wanted = Array((suffix + " ").utf8)
    return names.contains { name in
      guard name.bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return false }
      return mounts(of: name, in: proc, contain: wanted)
    }
  }

  private static func mounts(
    of process: FileName, in proc: Directory, contain wanted: [UInt8]
  ) -> Bool {
    // The process may be gone by now, or not ours: both mean that nothing is learned from it.
    guard let directory = try? proc.directory(process),
      let bytes = try? AtomicFile.read(
        FileName(literal: "mountinfo"), in: directory, maximumBytes: 4 << 20)
    else { return false }
    return bytes.split(separator: 0x0A).contains { line in
      line.indices.contains { start in line[start...].starts(with: wanted) }
    }
  }
}
