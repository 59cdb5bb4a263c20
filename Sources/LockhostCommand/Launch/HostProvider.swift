// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice
import LockhostSystem

/// The host library, as the command line needs it.
struct HostProvider: SessionHosting {
  private let host: Host

  /// The host for a command, which launches once and keeps nothing ready.
  static func make(_ context: CommandContext) throws(CommandFailure) -> any SessionHosting {
    do throws(SystemError) {
      return HostProvider(host: try Host(environment: context.environment, pool: .none))
    } catch {
      throw CommandFailure(.system(error))
    }
  }

  func decide(_ request: LaunchRequest) async throws(CommandFailure) -> DecisionReport {
    do throws(HostError) {
      return try await host.decide(request)
    } catch {
      throw CommandFailure(error)
    }
  }

  func start(_ request: LaunchRequest) async throws(CommandFailure) -> any HostedSession {
    do throws(HostError) {
      return try await host.launch(request)
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  /// A session that could not be decided or started.
  init(_ error: HostError) {
    switch error {
    case .device(let cause): self.init(cause)
    case .service(let cause): self.init(cause)
    case .filter(let cause): self.init(cause)
    case .sandbox(let cause): self.init(cause)
    case .executable:
      self.init(
        code: error.code, error.message,
        help: ["`lockhost build` makes programs that need no libraries"],
        exitStatus: ExitStatus.notExecutable)
    case .noApplication, .noSample:
      self.init(
        code: error.code, error.message,
        help: ErrorArticle.article(error.code)?.steps ?? [], exitStatus: ExitStatus.badData)
    case .system, .nothingToStart:
      self.init(code: error.code, error.message, exitStatus: ExitStatus.software)
    }
  }
}
