// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSystem

/// A program to be started with exactly these descriptors.
struct ProgramStart {
  let path: String
  /// The argument list, the program's name first.
  let arguments: [String]
  let environment: [String: String]
  /// Each with its number in the program; everything else of this process is close-on-exec.
  let descriptors: [(SharedDescriptor, Int32)]

  /// Starts it.
  ///
  /// - Returns: Its process number, for somebody who will wait for it.
  /// - Throws: `SystemError` for `posix_spawn(3)`.
  func start() throws(SystemError) -> Int32 {
    var process: Int32 = 0
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let code = unsafe Self.withCStrings(arguments) { argv in
      unsafe Self.withCStrings(variables) { envp in
        unsafe lh_spawn_with(
          path, argv, envp, descriptors.map(\.0.rawValue), descriptors.map(\.1),
          Int32(descriptors.count), &process)
      }
    }
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    return process
  }

  private static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    return unsafe body(&pointers)
  }
}
