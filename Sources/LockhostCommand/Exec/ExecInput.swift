// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSystem

/// What a program in the sandbox gets as its standard input.
///
/// Never lockhost's own descriptor of a file, a socket or a terminal: with those come rights that the
/// sandbox does not give, such as changing the file's mode or typing into the terminal. A pipe has none,
/// so an unnamed one is passed as it is, and everything else arrives through one.
enum ExecInput {
  private static let portion = 65_536

  /// The reading end of a pipe; nil for the null device, where nothing was redirected.
  ///
  /// - Throws: `SystemError` when no pipe can be made.
  static func descriptor() throws(SystemError) -> SharedDescriptor? {
    var facts = stat()
    guard unsafe fstat(0, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFDIR: return nil
    case S_IFCHR where isatty(0) == 1 || isNull(facts): return nil
    case S_IFIFO where isUnnamed: return SharedDescriptor(try OwnedDescriptor.duplicate(of: 0))
    default: return try relay()
    }
  }

  private static func isNull(_ facts: stat) -> Bool {
    var null = stat()
    return unsafe stat("/dev/null", &null) == 0 && null.st_rdev == facts.st_rdev
  }

  /// A named pipe is a file with a mode and an owner.
  private static var isUnnamed: Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/0"))?
      .hasPrefix("pipe:") == true
  }

  /// Reads for the program, on a thread that ends with lockhost or when the program stops reading.
  private static func relay() throws(SystemError) -> SharedDescriptor {
    let pipe = try LockhostSystem.Pipe()
    let writing = pipe.writing
    let thread = Thread {
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
    thread.start()
    return pipe.reading
  }
}
