// SPDX-License-Identifier: MIT

public import LockhostSystem

/// The lasting folder of one app.
///
/// Its content is the app's, and so hostile: a link may stand where a folder was.
public struct AppContainer: Sendable {
  /// The app's bundle identifier.
  public let application: String
  /// Its path on the host.
  public let path: String
  /// The open folder.
  public let directory: Directory
  /// Which folder it is.
  public let identity: FileIdentity
  /// The user and group on the host that it belongs to, when lockhost runs as root.
  public let userIdentifier: UInt32?

  /// The name of the folder in it that session content is handed over to.
  public static let sessionContentName = "SessionContent"
}
