// SPDX-License-Identifier: MIT

/// The type of the activity with which a capture extension opens its app.
public let NSUserActivityTypeLockedCameraCapture = "NSUserActivityTypeLockedCameraCapture"
