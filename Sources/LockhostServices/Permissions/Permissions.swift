// SPDX-License-Identifier: MIT

/// What services know of the device's permissions: how they stand, and how to ask for one.
///
/// Two closures, so that services need not know where permissions are kept, nor how a person is
/// asked. Both are called from any thread and must not block.
package struct Permissions: Sendable {
  /// What a permission is about.
  package enum Subject: Hashable, Sendable, CaseIterable {
    case camera, microphone, photosAdd, photosRead
  }

  private let reading: @Sendable (Subject) -> Authorization
  private let asking: @Sendable (Subject, @escaping @Sendable (Authorization) -> Void) -> Void

  /// Makes permissions out of closures.
  ///
  /// - Parameters:
  ///   - reading: How a permission stands now.
  ///   - asking: Asks the person if that is possible now, and calls back exactly once, from any
  ///     thread. On a locked device nobody can be asked: then it answers how things stand.
  package init(
    reading: @escaping @Sendable (Subject) -> Authorization,
    asking: @escaping @Sendable (Subject, @escaping @Sendable (Authorization) -> Void) -> Void
  ) {
    self.reading = reading
    self.asking = asking
  }

  /// Makes permissions that nobody can be asked about.
  package init(reading: @escaping @Sendable (Subject) -> Authorization) {
    self.init(reading: reading) { subject, done in done(reading(subject)) }
  }

  /// How a permission stands now.
  package func status(of subject: Subject) -> Authorization { reading(subject) }

  /// Asks the person, unless they have answered before.
  package func request(
    _ subject: Subject, then done: @escaping @Sendable (Authorization) -> Void
  ) {
    let known = reading(subject)
    if known == .notDetermined { asking(subject, done) } else { done(known) }
  }
}
