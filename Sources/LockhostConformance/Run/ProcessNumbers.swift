// SPDX-License-Identifier: MIT

import Glibc

/// Numbers of processes that arguments may name.
enum ProcessNumbers {
  /// This process.
  static var own: Int32 { getpid() }
}
