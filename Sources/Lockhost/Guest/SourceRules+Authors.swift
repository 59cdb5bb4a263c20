// SPDX-License-Identifier: MIT

import LockhostSandbox

extension SourceRules {
  /// The SDK's own modules, through which most of an extension's calls go, are not its author's.
  ///
  /// By their folders: no package of an author's can have a target of one of these names.
  static let ofAuthors = SourceRules(
    foreign: [
      "AVFoundation", "AVKit", "AppIntents", "CGuest", "CLinux", "CoreMedia", "CoreVideo",
      "ExtensionFoundation", "ExtensionKit", "FoundationUserActivity", "LockedCameraCapture",
      "LockhostGuest", "LockhostSystem", "LockhostWire", "Photos", "SwiftUI", "WidgetKit",
    ].map { "/Sources/\($0)/" })
}
