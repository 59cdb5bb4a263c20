// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// The threads of a user, which the kernel's limit on processes counts together.
enum UserTasks {
  /// How many threads this user runs now.
  ///
  /// Reads two facts of each process in `/proc`. 0 where there is none to read.
  static func count() -> Int {
    guard let folder = unsafe opendir("/proc") else { return 0 }
    defer { unsafe closedir(folder) }
    let user = getuid()
    var count = 0
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      var facts = stat()
      guard name.first?.isNumber == true, unsafe stat("/proc/\(name)", &facts) == 0,
        facts.st_uid == user, unsafe stat("/proc/\(name)/task", &facts) == 0
      else { continue }
      // A folder has a link for itself, one for its name, and one for each folder in it.
      count += max(Int(facts.st_nlink) - 2, 1)
    }
    return count
  }
}
