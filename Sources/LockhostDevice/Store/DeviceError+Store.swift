// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension DeviceError {
  /// Says what a refused call on stored state means for the person.
  ///
  /// - Parameter doing: What was being done, to follow "cannot": "write the settings".
  static func store(_ cause: SystemError, path: String, doing: String) -> DeviceError {
    switch cause.code {
    case ENOSPC, EDQUOT:
      DeviceError(
        .storeFull, path: path, message: "cannot \(doing): no space is left",
        fix: "free some space there, or choose another folder with --set or $LOCKHOST_HOME",
        cause: cause)
    case EACCES, EPERM, EROFS:
      DeviceError(
        .storeNotWritable, path: path, message: "cannot \(doing): access is refused",
        fix: "make the folder writable for this user, or choose another with --set or "
          + "$LOCKHOST_HOME",
        cause: cause)
    default:
      DeviceError(
        .storeUnreadable, path: path, message: "cannot \(doing)",
        fix: "look at what is there; lockhost does not remove what it did not make", cause: cause)
    }
  }

  /// Runs a body whose refused calls mean what ``store(_:path:doing:)`` says.
  static func storing<Result: ~Copyable>(
    _ doing: String, at path: String, _ body: () throws(SystemError) -> Result
  ) throws(DeviceError) -> Result {
    do {
      return try body()
    } catch {
      throw .store(error, path: path, doing: doing)
    }
  }
}

extension DeviceError {
  /// What a disk without room is to a hand-over, for runs that ask for it.
  package static func lowDisk(at path: String) -> DeviceError {
    .store(
      SystemError(call: "renameat2(2)", code: ENOSPC), path: path,
      doing: "hand the session content over")
  }
}
