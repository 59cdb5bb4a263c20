// SPDX-License-Identifier: MIT

/// Session content that arrived or went.
public struct SessionContentChange: JSONBody, Hashable {
  /// What happened.
  public let change: Change
  /// The folders it is about.
  public let paths: [String]

  /// Makes the value from its fields.
  public init(change: Change, paths: [String]) {
    self.change = change
    self.paths = paths
  }

  /// What happened to session content.
  public enum Change: String, Codable, Hashable, Sendable, CaseIterable {
    /// All folders, at the start of an observation.
    case initial
    /// Folders that are new.
    case added
    /// Folders that are gone.
    case removed
  }
}

/// Removes one session content folder.
public struct SessionContentInvalidate: JSONBody, Hashable {
  /// The folder, as the app knows it.
  public let path: String

  /// Makes the value from its fields.
  public init(path: String) {
    self.path = path
  }
}

/// Holds back the app's appearance, or lets it go on.
public struct DelayAppearance: JSONBody, Hashable {
  /// Whether the delay begins; false when it ends.
  public let begin: Bool

  /// Makes the value from its fields.
  public init(begin: Bool) {
    self.begin = begin
  }
}
