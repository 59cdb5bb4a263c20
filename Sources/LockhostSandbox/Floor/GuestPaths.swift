// SPDX-License-Identifier: MIT

/// Where a guest finds what its specification shows it.
///
/// At the paths that the specification says, but in tier `floor`: there a guest sees the machine's own
/// paths, and whoever tells it of a file has to say these.
public struct GuestPaths: Hashable, Sendable {
  private struct Place: Hashable {
    let target: String
    let path: String
  }

  /// The longest target first, so that the first that covers a path is the one meant.
  private let places: [Place]

  /// The specification's own paths.
  static let asSpecified = GuestPaths([])

  init(_ places: [(target: String, path: String)]) {
    self.places = places.map { Place(target: $0.target, path: $0.path) }
      .sorted { $0.target.utf8.count > $1.target.utf8.count }
  }

  /// Where the guest finds what the specification has at this path.
  ///
  /// A path that nothing covers stays as it is.
  public func path(of specified: String) -> String {
    for place in places {
      if specified == place.target { return place.path }
      if specified.hasPrefix(place.target + "/") {
        return place.path + specified.dropFirst(place.target.count)
      }
    }
    return specified
  }

  /// Which path of the specification the guest means by this one, as far as it was shown any.
  public func specified(_ path: String) -> String {
    for place in places.sorted(by: { $0.path.utf8.count > $1.path.utf8.count }) {
      if path == place.path { return place.target }
      if path.hasPrefix(place.path + "/") {
        return place.target + path.dropFirst(place.path.count)
      }
    }
    return path
  }

  /// The same for paths that are joined by colons, as in `PATH`.
  func list(of specified: String) -> String {
    specified.split(separator: ":", omittingEmptySubsequences: false)
      .map { path(of: String($0)) }.joined(separator: ":")
  }
}
