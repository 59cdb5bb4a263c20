// SPDX-License-Identifier: MIT

import Glibc

/// A lock on a name in a directory, for as long as this object lives.
///
/// Wraps `flock(2)`, which the kernel gives back when the last descriptor of the open file is
/// closed, by a crash or `SIGKILL` too. A process that inherits or receives ``descriptor`` keeps the
/// lock: so a sandbox's first process can hold it until the whole sandbox is gone.
public final class FileLock: Sendable {
  /// The open lock file.
  public let descriptor: SharedDescriptor

  private init(_ descriptor: SharedDescriptor) { self.descriptor = descriptor }

  /// Takes the lock, making its file if there is none.
  ///
  /// - Parameters:
  ///   - waiting: Whether to wait for another holder. Blocks the calling thread.
  ///   - shared: Whether others that share may hold it too; never with one that does not.
  /// - Returns: The lock, or `nil` when another holds it and this does not wait.
  /// - Throws: `SystemError` with `EACCES`, `ENOSPC`, `EROFS`, `ELOOP` for a link in its place.
  public static func take(
    _ name: FileName, in directory: Directory, waiting: Bool, shared: Bool = false
  ) throws(SystemError) -> FileLock? {
    let operation = (shared ? LOCK_SH : LOCK_EX) | (waiting ? 0 : LOCK_NB)
    while true {
      let file = try directory.open(name, O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
      do {
        _ = try retryingInterrupts("flock(2)") {
          flock(file.rawValue, operation)
        }
      } catch let error where error.code == EWOULDBLOCK {
        return nil
      }
      // The last holder may have removed the file meanwhile; this would then be a lock on nothing.
      do {
        guard try directory.facts(of: name).identity == FileFacts(of: file).identity else {
          continue
        }
        return FileLock(file)
      } catch let error where error.code == ENOENT {
        continue
      }
    }
  }

  /// Whether somebody holds the lock now.
  ///
  /// The answer is old at once; only ``take(_:in:waiting:)`` decides. No file is `false`.
  public static func isHeld(_ name: FileName, in directory: Directory) throws(SystemError) -> Bool {
    do throws(SystemError) {
      let file = try directory.file(name)
      if flock(file.rawValue, LOCK_SH | LOCK_NB) == 0 { return false }
      guard errno == EWOULDBLOCK else { throw SystemError.last("flock(2)") }
      return true
    } catch let error where error.code == ENOENT {
      return false
    }
  }
}
