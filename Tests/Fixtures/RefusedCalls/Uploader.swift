// SPDX-License-Identifier: MIT

import Glibc

/// Asks for what no guest gets; tests look for the lines that are marked.
struct Uploader {
  var attempts = 0

  @inline(never) mutating func connect() -> Int32 {
    attempts += 1
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)  // line: socket
    attempts += descriptor < 0 ? 1 : 0
    return descriptor
  }

  @inline(never) mutating func divide() -> Int32 {
    let child = fork()  // line: fork
    attempts += child < 0 ? 1 : 0
    return child
  }

  @inline(never) mutating func attack() -> Int32 {
    let result = unshare(0)  // line: unshare
    attempts += result < 0 ? 1 : 0
    return result
  }

  @inline(never) mutating func sort(_ numbers: [Int]) -> [Int] {
    var asked = false
    // The standard library calls back, so that its frames are between the two lines.
    return numbers.sorted { left, right in
      if !asked {
        asked = true
        attempts += Int(self.connect())
      }
      return left < right
    }
  }
}

/// Hidden by `_GNU_SOURCE`.
@_silgen_name("unshare") func unshare(_ flags: Int32) -> Int32
