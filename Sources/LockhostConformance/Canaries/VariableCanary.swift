// SPDX-License-Identifier: MIT

import CConformance
import Glibc
import LockhostSystem

/// A variable of this process, and so of every launcher, from the first canary of its kind on.
struct VariableCanary: HeldCanary {
  /// Its name.
  static let name = "LOCKHOST_CANARY"
  /// One word for the process's life: an environment that others may be reading is changed once.
  private static let held = Result { () throws(SystemError) -> String in
    let word = "canary-" + Nonce.make()
    guard unsafe lh_canary_variable("\(name)=\(word)") == 0 else {
      throw SystemError(call: "malloc(3)", code: errno)
    }
    return word
  }

  let value = "-"
  let tellsWord = true
  let ownWord: String?

  init() throws(SystemError) { ownWord = try Self.held.get() }

  func touched() -> String? { nil }
}
