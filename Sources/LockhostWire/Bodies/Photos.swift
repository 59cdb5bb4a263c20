// SPDX-License-Identifier: MIT

/// Asks for the permission of one level of photo library access.
public struct PhotosLevel: JSONBody, Hashable {
  /// The raw value of `PHAccessLevel`: 1 adding only, 2 reading and writing.
  public let level: Int

  /// Makes the value from its fields.
  public init(level: Int) {
    self.level = level
  }

  /// Checks the level.
  public func validate() throws(WireError) {
    guard level == 1 || level == 2 else { throw .value(field: "level", reason: "not 1 or 2") }
  }
}

/// One file of an asset.
public struct PhotoResource: Codable, Hashable, Sendable {
  /// The raw value of `PHAssetResourceType`.
  public let type: Int
  /// Which of the message's descriptors holds the file, counted from 0.
  public let descriptor: Int
  /// The file's original name; only its last component is used.
  public let filename: String?
  /// The file's type, when the guest states one.
  public let uniformTypeIdentifier: String?

  /// Makes the value from its fields.
  public init(
    type: Int, descriptor: Int, filename: String? = nil, uniformTypeIdentifier: String? = nil
  ) {
    self.type = type
    self.descriptor = descriptor
    self.filename = filename
    self.uniformTypeIdentifier = uniformTypeIdentifier
  }
}

/// One asset to add.
public struct PhotoAsset: Codable, Hashable, Sendable {
  /// What the asset is.
  public let mediaType: Kind
  /// When it was made, in seconds since 1970.
  public let creationDate: Double?
  /// Its files.
  public let resources: [PhotoResource]

  /// Makes the value from its fields.
  public init(mediaType: Kind, creationDate: Double? = nil, resources: [PhotoResource]) {
    self.mediaType = mediaType
    self.creationDate = creationDate
    self.resources = resources
  }

  /// What an asset is.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A picture.
    case image
    /// A film.
    case video
  }
}

/// Adds assets, all or none; their files come along as memfds.
public struct PhotosAdd: JSONBody, Hashable {
  /// At least one and at most ``WireLimits/assets``.
  public let assets: [PhotoAsset]

  /// Makes the value from its fields.
  public init(assets: [PhotoAsset]) {
    self.assets = assets
  }

  /// Checks the number of assets and of their files, and which descriptors they name.
  public func validate() throws(WireError) {
    guard (1...WireLimits.assets).contains(assets.count) else {
      throw .value(field: "assets", reason: "\(assets.count) are not 1…\(WireLimits.assets)")
    }
    for resources in assets.map(\.resources) {
      guard (1...WireLimits.descriptors).contains(resources.count),
        resources.allSatisfy({ (0..<WireLimits.descriptors).contains($0.descriptor) })
      else { throw .value(field: "resources", reason: "no file, too many, or a bad descriptor") }
    }
  }
}

/// What was added.
public struct PhotosAdded: JSONBody, Hashable {
  /// The local identifier of each asset, in the request's order.
  public let identifiers: [String]

  /// Makes the value from its fields.
  public init(identifiers: [String]) {
    self.identifiers = identifiers
  }
}

/// Asks for the assets that this session has added.
public struct PhotosFetch: JSONBody, Hashable {
  /// Which of them, at most ``WireLimits/fetchedAssets``; nil for the newest of all.
  public let identifiers: [String]?

  /// Makes the value from its fields.
  public init(identifiers: [String]? = nil) {
    self.identifiers = identifiers
  }

  /// Checks how many identifiers there are.
  public func validate() throws(WireError) {
    guard (identifiers?.count ?? 0) <= WireLimits.fetchedAssets else {
      throw .value(
        field: "identifiers", reason: "more than \(WireLimits.fetchedAssets)")
    }
  }
}

/// What is known of an asset.
public struct PhotoFacts: Codable, Hashable, Sendable {
  /// Its local identifier.
  public let identifier: String
  /// What it is.
  public let mediaType: PhotoAsset.Kind
  /// Pixels across, as stored; 0 where nobody looked.
  public let width: Int
  /// Pixels down, as stored; 0 where nobody looked.
  public let height: Int
  /// When it was made, in seconds since 1970.
  public let creationDate: Double
  /// The type of its file.
  public let uniformTypeIdentifier: String

  /// Makes the value from its fields.
  public init(
    identifier: String, mediaType: PhotoAsset.Kind, width: Int, height: Int, creationDate: Double,
    uniformTypeIdentifier: String
  ) {
    self.identifier = identifier
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.creationDate = creationDate
    self.uniformTypeIdentifier = uniformTypeIdentifier
  }
}

/// The assets that were asked for and that this session has added, oldest first.
public struct PhotosFetched: JSONBody, Hashable {
  /// At most ``WireLimits/fetchedAssets``.
  public let assets: [PhotoFacts]

  /// Makes the value from its fields.
  public init(assets: [PhotoFacts]) {
    self.assets = assets
  }
}

/// Asks for the file of an asset that this session has added.
public struct PhotosRead: JSONBody, Hashable {
  /// Its local identifier.
  public let identifier: String

  /// Makes the value from its fields.
  public init(identifier: String) {
    self.identifier = identifier
  }
}
