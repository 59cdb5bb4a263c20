// SPDX-License-Identifier: MIT

/// A user activity as it travels between guest and host.
public struct ActivityMessage: JSONBody, Hashable {
  /// What the person was doing; at most 256 bytes, not empty.
  public let activityType: String
  /// A title for people.
  public let title: String?
  /// The state to continue with, within ``PropertyValue/check(userInfo:)``.
  public let userInfo: [String: PropertyValue]?
  /// A page with the same content.
  public let webpageURL: String?
  /// The keys of ``userInfo`` that matter.
  public let requiredUserInfoKeys: [String]?
  /// What the activity is about, as the app names it.
  public let targetContentIdentifier: String?
  /// What deletes the activity, as the app names it.
  public let persistentIdentifier: String?

  /// Makes the value from its fields.
  public init(
    activityType: String, title: String? = nil, userInfo: [String: PropertyValue]? = nil,
    webpageURL: String? = nil, requiredUserInfoKeys: [String]? = nil,
    targetContentIdentifier: String? = nil, persistentIdentifier: String? = nil
  ) {
    self.activityType = activityType
    self.title = title
    self.userInfo = userInfo
    self.webpageURL = webpageURL
    self.requiredUserInfoKeys = requiredUserInfoKeys
    self.targetContentIdentifier = targetContentIdentifier
    self.persistentIdentifier = persistentIdentifier
  }

  /// Checks the type's length and the size and depth of the user info.
  public func validate() throws(WireError) {
    guard (1...256).contains(activityType.utf8.count) else {
      throw .value(field: "activityType", reason: "not 1 to 256 bytes long")
    }
    if let userInfo { try PropertyValue.check(userInfo: userInfo) }
  }
}

/// An activity to open the app with, or to continue.
public struct ActivityBody: JSONBody, Hashable {
  /// The activity.
  public let activity: ActivityMessage

  /// Makes the value from its fields.
  public init(activity: ActivityMessage) {
    self.activity = activity
  }

  /// Checks the activity.
  public func validate() throws(WireError) { try activity.validate() }
}

/// What the app did with an activity.
public struct ActivityHandled: JSONBody, Hashable {
  /// The activity's type.
  public let activityType: String
  /// Whether a handler of that type ran.
  public let handled: Bool

  /// Makes the value from its fields.
  public init(activityType: String, handled: Bool) {
    self.activityType = activityType
    self.handled = handled
  }
}
