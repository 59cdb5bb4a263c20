// SPDX-License-Identifier: MIT

/// What makes a child the same child after its parent's body was evaluated again.
package enum ChildKey: Hashable {
  /// Its place in the description.
  case index(Int)
  /// Its explicit identity. Identities are made on the main actor and stay there.
  case identity(AnyHashable)
  /// The further one of several with the same key.
  indirect case repeated(ChildKey, Int)
}
