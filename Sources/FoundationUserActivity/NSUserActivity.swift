// SPDX-License-Identifier: MIT

@_exported public import Foundation

/// What a person was doing, so that another program can go on with it.
///
/// `userInfo` holds property-list types only: strings, numbers, booleans, dates, data, arrays and
/// dictionaries with string keys. Anything else stays in this process, and is an error when the
/// activity is sent.
open class NSUserActivity: NSObject {
  /// What kind of doing it is; as a rule the reverse domain name of the app and a word.
  public let activityType: String
  /// A title for people.
  open var title: String?
  /// The state to go on with.
  open var userInfo: [AnyHashable: Any]?
  /// The keys of ``userInfo`` without which nobody can go on.
  open var requiredUserInfoKeys: Set<String>?
  /// A page with the same content.
  open var webpageURL: URL?
  /// What the activity is about, as the app names it.
  open var targetContentIdentifier: String?
  /// What deletes the activity, as the app names it.
  open var persistentIdentifier: String?
  /// Whether another device may go on with it; there is none.
  open var isEligibleForHandoff = true
  /// Whether it may be found by searching; nothing searches.
  open var isEligibleForSearch = false
  /// Whether it may be suggested; nothing suggests.
  open var isEligibleForPrediction = false

  /// An activity of a type.
  public init(activityType: String) { self.activityType = activityType }

  /// Adds to ``userInfo``, in place of what had the same keys.
  open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
    userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
  }

  /// Marks the activity as what the person does now.
  open func becomeCurrent() {}

  /// Marks the activity as no longer what the person does.
  open func resignCurrent() {}

  /// Ends the activity.
  open func invalidate() {}
}
