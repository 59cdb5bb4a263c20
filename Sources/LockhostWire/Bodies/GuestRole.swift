// SPDX-License-Identifier: MIT

/// What a guest is to the host.
public enum GuestRole: String, Codable, Hashable, Sendable, CaseIterable {
  /// An extension, started in place of the app.
  case `extension`
  /// The full app.
  case app
  /// A control, which describes what it offers.
  case control
}
