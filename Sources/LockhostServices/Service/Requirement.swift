// SPDX-License-Identifier: MIT

/// Something that a guest must do by the watchdog's deadline.
///
/// An identifier and a title, so that the session, which keeps the list, knows nothing of cameras.
package struct Requirement: Hashable, Sendable, Identifiable {
  /// The name of a requirement in records and scripts, for example `camera`.
  package struct ID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Makes an identifier out of its name.
    package init(_ name: String) {
      rawValue = name
    }

    package var description: String { rawValue }
  }

  /// The name in records.
  package let id: ID
  /// What the guest has to do, for people: `a running camera session with an output`.
  package let title: String

  /// Makes a requirement.
  package init(id: ID, title: String) {
    self.id = id
    self.title = title
  }
}
