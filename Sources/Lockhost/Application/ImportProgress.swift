// SPDX-License-Identifier: MIT

/// How far an opened app has come with what it was opened for.
///
/// When nobody is there to look at the app, it is closed once it has dealt with the activity and
/// taken what the extension left.
struct ImportProgress {
  /// The activity was given to the app.
  var activityDelivered = false
  /// The app has said what it did with the activity.
  var activityHandled = false
  /// The folder that was handed over, as the app sees it; nil when there is none.
  var delivered: String?
  /// The app has imported that folder and let go of it.
  var imported = false

  /// Whether there is nothing left that the app was opened for.
  var isDone: Bool {
    activityDelivered == activityHandled && (delivered == nil || imported)
  }
}
