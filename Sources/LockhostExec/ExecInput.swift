// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem
import Synchronization

/// What a program in the sandbox gets as its standard input.
///
/// Never lockhost's own descriptor of a file, a socket or a terminal: with those come rights that the
/// sandbox does not give, such as changing the file's mode or typing into the terminal. A pipe has none,
/// so an unnamed one is passed as it is, and everything else arrives through one.
package final class ExecInput: Sendable {
  private static let portion = 65_536

  /// The reading end of a pipe; nil for the null device, where nothing was redirected.
  package let descriptor: SharedDescriptor?
  /// What has to be written to it.
  private let relay: Mutex<SharedDescriptor?>

  /// Looks at standard input, and reads nothing of it yet.
  ///
  /// - Throws: `SystemError` when no pipe can be made.
  package init() throws(SystemError) {
    var facts = stat()
    let isOpen = unsafe fstat(0, &facts) == 0
    switch facts.st_mode & S_IFMT {
    case _ where !isOpen: descriptor = nil
    case S_IFDIR: descriptor = nil
    case S_IFCHR where isatty(0) == 1 || Self.isNull(facts): descriptor = nil
    case S_IFIFO where Self.isUnnamed:
      descriptor = SharedDescriptor(try OwnedDescriptor.duplicate(of: 0))
    default:
      let pipe = try Pipe()
      descriptor = pipe.reading
      relay = Mutex(pipe.writing)
      return
    }
    relay = Mutex(nil)
  }

  private static func isNull(_ facts: stat) -> Bool {
    var null = stat()
    return unsafe stat("/dev/null", &null) == 0 && null.st_rdev == facts.st_rdev
  }

  /// A named pipe is a file with a mode and an owner.
  private static var isUnnamed: Bool {
    var target = [CChar](repeating: 0, count: 5)
    let count = unsafe readlink("/proc/self/fd/0", &target, target.count)
    return count == 5 && target == "pipe:".utf8.map { CChar(bitPattern: $0) }
  }

  /// Reads for the program, on a thread that ends with lockhost or when the program stops reading.
  ///
  /// Call it once the program runs: what is read before is lost when it does not.
  ///
  /// - Throws: `SystemError` for `pthread_create(3)`.
  func begin() throws(SystemError) {
    // Nobody else may hold it: the program is to see the end.
    guard let writing = relay.withLock({ $0.take() }) else { return }
    let portion = Self.portion
    try BackgroundThread.start {
      var buffer = [UInt8](repeating: 0, count: portion)
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(0, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        do throws(SystemError) {
          try StandardStream.write(buffer[..<count], to: writing.rawValue)
        } catch {
          return
        }
      }
    }
  }
}
