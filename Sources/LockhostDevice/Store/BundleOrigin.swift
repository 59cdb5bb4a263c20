// SPDX-License-Identifier: MIT

/// How a bundle came to be launched, which decides what it may do without having asked.
public enum BundleOrigin: String, CaseIterable, Codable, Hashable, Sendable {
  /// It is installed on the device, as from the store: it must ask for everything.
  case installed
  /// It was named by a path: somebody is developing it.
  case path
  /// It ships with lockhost.
  case sample

  /// Why a bundle of this origin may use something that was never asked for.
  var grantReason: String? {
    switch self {
    case .installed: nil
    case .path: "development bundle given by path"
    case .sample: "shipped with lockhost"
    }
  }
}
