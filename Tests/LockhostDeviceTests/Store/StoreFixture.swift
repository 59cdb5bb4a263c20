// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostSystem
import LockhostTesting

/// A device in a folder of a test's own.
struct StoreFixture: Sendable {
  static let application = "com.example.camera"
  let scratch: ScratchFolder
  let store: DeviceStore

  init() throws {
    scratch = try ScratchFolder()
    store = try DeviceStore.open(root: scratch.path("state"))
  }

  var request: SessionRequest {
    SessionRequest(
      application: Self.application, extension: "\(Self.application).capture", lockState: .locked,
      entryPoint: .cameraControl, decision: .decide(LaunchDecisionTests.input(.locked)))
  }

  func container() throws -> AppContainer { try store.container(of: Self.application) }

  /// Writes a file as the guest would: it belongs to the guest's user.
  static func guestFile(
    _ name: FileName, in session: SessionFolder, text: String = "picture"
  ) throws {
    let content = try Directory.open(path: session.contentPath)
    let file = try content.makeFile(name, permissions: 0o600)
    try file.writeAll(Array(text.utf8))
    if let user = session.userIdentifier { _ = Glibc.fchown(file.rawValue, user, user) }
  }

  /// What is in the app's folder for session content: sorted relative paths.
  func arrived() -> [String] {
    let path = store.path + "/containers/\(Self.application)/SessionContent"
    return (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
  }
}
