// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

/// The terminal's keys, one by one, while a session runs.
///
/// Ctrl-C stays a signal. The terminal's settings are put back by `restore()`, and at every exit of
/// the process that runs exit handlers.
package final class Keyboard: Sendable {
  private static let saved = Mutex<termios?>(nil)

  /// Whether there is a keyboard and a screen: standard input and standard error are terminals.
  package static func isThere(environment: [String: String]) -> Bool {
    isatty(0) == 1 && isatty(2) == 1 && environment["TERM"] != "dumb"
  }

  /// Turns off line editing and echo; `nil` when the terminal refuses.
  package init?() {
    var settings = termios()
    guard unsafe tcgetattr(0, &settings) == 0 else { return nil }
    Self.saved.withLock { $0 = settings }
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // A stopped host could not keep its deadlines, so Ctrl-Z is an ordinary key.
    Self.setControl(&settings, Int(VSUSP), 0)
    Self.setControl(&settings, Int(VMIN), 1)
    Self.setControl(&settings, Int(VTIME), 0)
    guard unsafe tcsetattr(0, TCSADRAIN, &settings) == 0 else { return nil }
    atexit { Keyboard.restore() }
  }

  /// Puts the terminal's settings back.
  package static func restore() {
    saved.withLock { settings in
      guard var before = settings else { return }
      unsafe tcsetattr(0, TCSADRAIN, &before)
      settings = nil
    }
  }

  /// The keys from now on; ends when the terminal is closed.
  package func keys() -> AsyncStream<Character> {
    AsyncStream { continuation in
      let thread = Thread {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
          let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(0, $0.baseAddress, 64) }
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          // An escape sequence is an arrow or function key: none of ours.
          guard bytes[0] != 0x1B else { continue }
          for byte in bytes[..<count] where byte < 0x80 {
            continuation.yield(Character(UnicodeScalar(byte)))
          }
        }
        continuation.finish()
      }
      thread.name = "keyboard"
      thread.start()
    }
  }

  private static func setControl(_ settings: inout termios, _ index: Int, _ value: UInt8) {
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) { unsafe $0[index] = value }
  }
}
