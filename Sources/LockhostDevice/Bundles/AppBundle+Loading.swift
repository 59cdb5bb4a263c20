// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

extension AppBundle {
  /// The extension points that lockhost itself has.
  public static let knownPoints: Set<String> = [
    ExtensionBundle.capturePoint, ExtensionBundle.widgetPoint,
  ]

  /// Loads and checks a bundle.
  ///
  /// Nothing of it is run, and no link in it is followed. The first mistake ends it: each has a code,
  /// says what is wrong where, and what to do. A missing usage text is no mistake here; the launch
  /// decision says what follows from it.
  ///
  /// - Parameter path: The path of `X.app`.
  /// - Parameter points: The extension points that may be declared in `Extensions/`; programs that
  ///   define points of their own add theirs.
  /// - Throws: `DeviceError` with a code of `LH10xx`.
  public static func load(
    at path: String, points: Set<String> = knownPoints
  ) throws(DeviceError) -> AppBundle {
    try BundleLoader(points: points).app(at: path)
  }
}
