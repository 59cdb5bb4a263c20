// SPDX-License-Identifier: MIT

/// Everything that a scene shows, in reading order.
public struct SceneUpdate: JSONBody, Hashable {
  /// At most ``WireLimits/sceneElements`` elements.
  public let elements: [SceneElement]

  /// Makes the value from its fields.
  public init(elements: [SceneElement]) {
    self.elements = elements
  }

  /// Checks the number of elements.
  public func validate() throws(WireError) {
    guard elements.count <= WireLimits.sceneElements else {
      throw .value(
        field: "elements",
        reason: "\(elements.count) are more than \(WireLimits.sceneElements)")
    }
  }
}

/// A touch on one element.
public struct SceneTap: JSONBody, Hashable {
  /// The element's ``SceneElement/id``.
  public let id: String

  /// Makes the value from its fields.
  public init(id: String) {
    self.id = id
  }
}

/// The scene's new phase.
public struct ScenePhaseChange: JSONBody, Hashable {
  /// Where the scene is now.
  public let phase: Phase

  /// Makes the value from its fields.
  public init(phase: Phase) {
    self.phase = phase
  }

  /// Where a scene is in its life.
  public enum Phase: String, Codable, Hashable, Sendable, CaseIterable {
    /// In front, and takes input.
    case active
    /// In front, and takes none.
    case inactive
    /// Not in front.
    case background
  }
}
