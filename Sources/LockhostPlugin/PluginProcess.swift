// SPDX-License-Identifier: MIT

import LockhostGuest
public import LockhostSystem
import LockhostWire

/// This process, as a plug-in of an extension point that some program on Linux has defined.
///
/// The other half is `PluginHost` in the library `Lockhost`. Host and plug-in agree on routes, numbers
/// from `0x8000` to `0xFFFF`, and on `Codable` types that travel as JSON of at most 64 KiB; what is
/// larger travels as memory.
public struct PluginProcess: Sendable {
  /// A refusal in words for whoever called.
  public struct Refusal: Error, Hashable, Sendable {
    /// One sentence.
    public let message: String

    /// Makes a refusal.
    public init(_ message: String) { self.message = message }
  }

  private let connection: GuestConnection

  /// Connects to the host; the first thing that a plug-in's `main` does.
  ///
  /// A program that no host started ends here, with a message.
  public static func start() -> PluginProcess {
    PluginProcess(connection: GuestProcess.start(role: .extension))
  }

  /// Answers the host's calls on a route.
  ///
  /// - Parameters:
  ///   - route: A number of the extension point's own, `0x8000` to `0xFFFF`.
  ///   - answer: Makes the answer from the request and from the memory that came with it. What it
  ///     throws is a refusal; the host kills a plug-in that takes too long.
  public func answer<Request: Codable & Sendable, Answer: Codable & Sendable>(
    _ route: UInt16,
    with answer: @escaping @Sendable (Request, [MemoryFile]) async throws -> Answer
  ) {
    connection.onCall(route) { message, reply in
      let request: Request
      do throws(GuestError) {
        request = try message.decode(CallBody<Request>.self).value
      } catch {
        return reply(.failure(WireFailure(.badMessage, "\(error)")))
      }
      let memory = message.descriptors.map { MemoryFile(adopting: $0) }
      Task {
        do {
          let made = try await answer(request, memory)
          reply(.success(try CallBody(made).encodedBody()))
        } catch let refusal as Refusal {
          reply(.failure(WireFailure(.notPermitted, refusal.message)))
        } catch {
          reply(.failure(WireFailure(.internalError, "\(error)")))
        }
      }
    }
  }

  /// Asks the host something.
  ///
  /// - Throws: ``Refusal`` with the host's words.
  public func ask<Request: Codable & Sendable, Answer: Codable & Sendable>(
    _ route: UInt16, _ request: Request, memory: [MemoryFile] = [],
    answer: Answer.Type = Answer.self
  ) async throws -> Answer {
    do throws(GuestError) {
      let message = try await connection.request(
        number: route, CallBody(request), descriptors: memory.map(\.descriptor))
      return try message.decode(CallBody<Answer>.self).value
    } catch {
      throw Refusal("\(error)")
    }
  }

  /// Runs until the host says that it is enough; calls on routes that nobody answers are refused.
  public func run() -> Never {
    connection.refuseOtherCalls()
    MainActor.assumeIsolated {
      GuestLifecycle(connection: connection).start(present: {})
    }
    GuestRunLoop.run()
  }
}
