// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
public import LockhostSystem
import LockhostWire

/// One plug-in of an extension point, and at any moment at most one process of it.
///
/// The process is started by the first call, and again by the first call after it is gone. A call
/// that is not answered in time costs the process its life, and every other call that it had not
/// answered; the calls after it get a new one. What a plug-in writes to its standard streams is
/// dropped unless ``onOutput(_:)`` takes it.
public actor Plugin {
  /// `CFBundleIdentifier`.
  public nonisolated let identifier: String
  /// The name for people.
  public nonisolated let name: String

  private let bundle: ExtensionBundle
  private let point: ExtensionPoint
  private let host: PluginHost
  private var current: Task<PluginRun, any Error>?
  private var output: (@Sendable (String, _ isError: Bool) -> Void)?
  /// How many processes have been started so far.
  public private(set) var launches = 0

  init(_ bundle: ExtensionBundle, of point: ExtensionPoint, host: PluginHost) {
    identifier = bundle.identifier
    name = bundle.name
    self.bundle = bundle
    self.point = point
    self.host = host
  }

  /// Takes the lines that the plug-in writes; hostile text, cut to a bounded length.
  public func onOutput(_ handler: @escaping @Sendable (String, _ isError: Bool) -> Void) {
    output = handler
  }

  /// Asks the plug-in something.
  ///
  /// - Parameters:
  ///   - route: A number of your own, `0x8000` to `0xFFFF`; anything else is a mistake in the program,
  ///     and traps.
  ///   - request: Travels as JSON of at most 64 KiB.
  ///   - memory: Up to four memory files that travel with it. The plug-in may change what is not
  ///     sealed, also after its time is up: copy what you keep.
  ///   - time: How long the answer may take, from the moment the process runs.
  /// - Returns: The answer, which a plug-in wrote that may be hostile.
  /// - Throws: ``PluginError``. After ``PluginError/timedOut(_:)`` the process is killed already.
  public func call<Request: Codable & Sendable, Answer: Codable & Sendable>(
    _ route: UInt16, _ request: Request, memory: [MemoryFile] = [], within time: Duration,
    answer: Answer.Type = Answer.self
  ) async throws(PluginError) -> Answer {
    precondition(Route.ownNumbers.contains(route), "routes of your own begin at 0x8000")
    let body: [UInt8]
    do throws(WireError) {
      body = try CallBody(request).encodedBody()
    } catch {
      throw .requestTooLarge
    }
    let answered = try await ask(
      route, body: body, descriptors: memory.map(\.descriptor), within: time)
    do throws(WireError) {
      return try CallBody<Answer>(body: answered).value
    } catch {
      throw .badAnswer("\(error)")
    }
  }

  /// Asks on any route, with a body that is encoded already.
  ///
  /// For what speaks lockhost's own protocol, such as a control widget; `Docs/WireProtocol.md` has the
  /// routes below `0x8000` and their bodies. What comes back is a plug-in's word, and not looked into.
  ///
  /// - Throws: ``PluginError``, as ``call(_:_:memory:within:answer:)`` does.
  public func ask(
    _ number: UInt16, body: [UInt8], descriptors: [SharedDescriptor] = [], within time: Duration
  ) async throws(PluginError) -> [UInt8] {
    let run = try await runningProcess()
    do throws(PluginCallFailure) {
      return try await run.guest.call(
        number, body: body, descriptors: descriptors, within: time
      ).body
    } catch {
      switch error {
      case .refused(let failure): throw .refused("\(failure)")
      case .doesNotFit: throw .requestTooLarge
      case .timedOut:
        await run.guest.end(.limit("time for a call"))
        _ = await run.ending()
        throw .timedOut(time)
      case .ended: throw .ended(await run.ending())
      }
    }
  }

  /// Ends the process, if there is one: it is told, and killed two seconds later if it is still there.
  ///
  /// - Returns: How it ended; nil when there was none.
  @discardableResult
  public func end() async -> PluginEnding? {
    guard let run = try? await current?.value else { return nil }
    await run.guest.dismiss(.dismissed, reason: .dismissed, grace: .seconds(2))
    return await run.ending()
  }

  // MARK: The process

  private func runningProcess() async throws(PluginError) -> PluginRun {
    if let current {
      if let run = try? await current.value, await !run.isOver { return run }
      // Whoever comes first starts the next one.
      if self.current == current { self.current = nil }
    }
    let task =
      current
      ?? Task { [bundle, point, host, output] in
        try await PluginRun.start(bundle, of: point, host: host, output: output)
      }
    if current == nil {
      current = task
      launches += 1
    }
    do {
      return try await task.value
    } catch let error as PluginError {
      throw error
    } catch {
      throw .system("\(error)")
    }
  }
}
