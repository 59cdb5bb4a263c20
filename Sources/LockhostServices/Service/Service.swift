// SPDX-License-Identifier: MIT

/// Something that a guest may ask for over the wire, for the length of one session.
///
/// A type that conforms is the half that knows messages: it decodes, checks and encodes, and leaves
/// the work to a type that has never heard of the wire. The session calls every method on its own
/// loop, so none of them may block: work that takes longer than a few microseconds goes to a queue
/// of the service's own.
///
/// Whatever a request holds was written by a hostile guest. A service answers what it cannot
/// understand with a failure; it never traps on it.
package protocol Service: AnyObject, Sendable {
  /// Which messages this service takes, from whom, when and how often.
  ///
  /// The session asks once, at its start, and enforces the answer: a service sees no message that
  /// its own table does not admit.
  var admissions: [Admission] { get }

  /// Takes a request of the guest.
  ///
  /// - Parameters:
  ///   - request: A request on one of the routes in `admissions`.
  ///   - answer: To be called exactly once, from any thread, also after `end()`.
  func handle(_ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void)

  /// Takes an event of the guest, which wants no answer.
  ///
  /// An event that cannot be understood is dropped.
  func handleEvent(_ request: ServiceRequest)

  /// Lets go of everything that the guest had: it is dead.
  ///
  /// Called once, after the last `handle` and `handleEvent`. Work that was accepted may finish.
  func end()
}

extension Service {
  package func handleEvent(_ request: ServiceRequest) {}

  package func end() {}
}
