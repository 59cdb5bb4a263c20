// SPDX-License-Identifier: MIT

import LockhostServices
public import LockhostSystem
import LockhostWire

/// Something that plug-ins of a kind of your own may ask their host for.
///
/// A request is a value of your type, sent as JSON of at most 64 KiB, with up to four descriptors. It
/// was written by somebody who may be hostile: what does not decode as your type is refused before
/// your code sees it, and what decodes is yours to judge.
public struct PluginService: Sendable {
  /// The route's number: `0x8000` to `0xFFFF`.
  public let route: UInt16
  /// How many requests a second one plug-in may make; twice as many at once.
  public let callsPerSecond: Int

  let handle: @Sendable ([UInt8], [SharedDescriptor]) async -> ServiceAnswer

  /// Offers a service.
  ///
  /// - Parameters:
  ///   - route: A number of your own, `0x8000` to `0xFFFF`; anything else is a mistake in the program,
  ///     and traps.
  ///   - callsPerSecond: Requests beyond it are refused with `tooMany`.
  ///   - answer: Makes the answer. What it throws is told to the plug-in in its own words, as a
  ///     `Refusal`; other errors are told as a failure without words.
  public init<Request: Codable & Sendable, Answer: Codable & Sendable>(
    route: UInt16, callsPerSecond: Int = 100,
    answer: @escaping @Sendable (Request, [SharedDescriptor]) async throws -> Answer
  ) {
    precondition(Route.ownNumbers.contains(route), "routes of your own begin at 0x8000")
    self.route = route
    self.callsPerSecond = callsPerSecond
    handle = { body, descriptors in
      do {
        let request = try CallBody<Request>(body: body)
        let made = try await answer(request.value, descriptors)
        return .reply(body: try CallBody(made).encodedBody(), descriptors: [])
      } catch let error as WireError {
        return .failure(WireFailure(.badMessage, "\(error)"))
      } catch let refusal as Refusal {
        return .failure(WireFailure(.notPermitted, refusal.message))
      } catch {
        return .failure(WireFailure(.internalError, "the host could not do it"))
      }
    }
  }

  /// A refusal in words for the plug-in's author.
  public struct Refusal: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String

    /// Makes a refusal.
    public init(_ message: String) { self.message = message }
  }
}

/// The services of one guest's own extension point, with the buckets that they fill.
struct OwnServices {
  private let services: [UInt16: PluginService]
  private var buckets: [UInt16: TokenBucket]

  init(_ services: [PluginService], now: MonotonicInstant) {
    self.services = Dictionary(services.map { ($0.route, $0) }) { first, _ in first }
    buckets = self.services.mapValues { service in
      TokenBucket(
        Admission.Rate(perSecond: service.callsPerSecond, burst: 2 * service.callsPerSecond),
        now: now)
    }
  }

  func service(for number: UInt16) -> PluginService? { services[number] }

  /// Takes a token for a request.
  mutating func take(_ service: PluginService, now: MonotonicInstant) -> Bool {
    buckets[service.route]?.take(now: now) ?? false
  }
}
