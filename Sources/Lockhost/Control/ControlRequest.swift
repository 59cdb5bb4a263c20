// SPDX-License-Identifier: MIT

package import LockhostWire

/// What another process of the same user asks of the process that runs a session; one packet.
package struct ControlRequest: Codable, Sendable {
  /// What is asked.
  package enum Verb: String, Codable, Sendable {
    /// How far the session is, and what waits for an answer.
    case status
    /// To answer a request to open the app.
    case answer
    /// To give an activity to the app, if it runs there.
    case continueActivity
  }

  /// The largest request and the largest reply.
  package static let maximumBytes = 256 << 10

  package let verb: Verb
  /// The number of the request to open the app that is answered, from 1.
  package let activity: Int?
  /// The answer to it.
  package let answer: AuthenticationAnswer?
  /// The activity that the app shall continue.
  package let message: ActivityMessage?

  package init(
    _ verb: Verb, activity: Int? = nil, answer: AuthenticationAnswer? = nil,
    message: ActivityMessage? = nil
  ) {
    self.verb = verb
    self.activity = activity
    self.answer = answer
    self.message = message
  }
}

/// What the process that runs a session answers; one packet.
package struct ControlReply: Codable, Sendable {
  /// Whether it was done.
  package let isDone: Bool
  /// Why not, or what came of it.
  package let message: String
  /// How far the session is, when that was asked.
  package let status: ControlStatus?

  package init(isDone: Bool, message: String = "", status: ControlStatus? = nil) {
    self.isDone = isDone
    self.message = message
    self.status = status
  }
}

/// A running session as other processes see it.
package struct ControlStatus: Codable, Sendable {
  package let session: String
  package let application: String
  /// The extension's bundle identifier, when that is what was launched.
  package let `extension`: String?
  /// "presented", "ready", "asking to unlock", …: as on the status line.
  package let phase: String
  /// The number of the guest's first process in the host.
  package let process: Int32?
  /// The path of its program in the host.
  package let program: String?
  /// The requests to open the app that have no answer yet.
  package let activities: [Waiting]

  /// A request to open the app that has no answer yet.
  package struct Waiting: Codable, Sendable {
    /// Its number in the session, from 1.
    package let number: Int
    package let activityType: String
    package let title: String?
    /// `asking`, `opening` or `queued`.
    package let state: String
  }
}
