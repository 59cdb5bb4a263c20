// SPDX-License-Identifier: MIT

/// A body that says nothing: `{}`.
public struct EmptyBody: JSONBody, Hashable {

  /// Makes the empty body.
  public init() {}
}
