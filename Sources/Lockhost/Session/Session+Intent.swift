// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostWire

/// The capture intent behind the press: performed by the app on an unlocked device, and nowhere else.
extension Session {
  /// How long an app may take for `perform()` before the record says that it did not answer.
  private static let performTime = Duration.seconds(10)

  /// Which intent the press of a launch names, before anything is started.
  static func intent(of plan: Plan) -> ExitRecord.Intent? {
    guard plan.request.entryPoint.usesIntent else { return nil }
    let reason =
      switch plan.target {
      case .extension: "the capture extension starts in its place, and gets a scene and a session"
      case .app where plan.found.intent == nil: "the app's program is not known to contain one"
      case .app: "the app was not asked"
      case .nothing: plan.found.decision.settledBy?.detail ?? "nothing was started"
      }
    return ExitRecord.Intent(
      name: plan.found.intent?.name, control: plan.request.control?.kind, outcome: .notRun,
      message: reason)
  }

  /// Has the app perform the intent, once its scene is there.
  func performIntent() {
    guard plan.target == .app, let intent = plan.found.intent, let type = intent.mangledName,
      let guest
    else { return }
    Task {
      let outcome = await Self.perform(IntentPerform(intent: intent.name, type: type), by: guest)
      guard record == nil else { return }
      draft.intent?.outcome = outcome.outcome
      draft.intent?.message = outcome.message
      tell(
        outcome.outcome == .performed
          ? .event("\(intent.name) was performed")
          : .warning("\(intent.name): \(outcome.message ?? outcome.outcome.rawValue)"))
    }
  }

  private static func perform(
    _ asked: IntentPerform, by guest: Guest
  ) async -> (outcome: ExitRecord.Intent.Outcome, message: String?) {
    let answer: PluginAnswer
    do {
      answer = try await guest.call(
        Route.intentPerform.rawValue, body: asked.encodedBody(), within: performTime)
      let performed = try IntentPerformed(body: answer.body)
      return switch performed.outcome {
      case .performed: (.performed, nil)
      case .failed: (.failed, performed.message)
      case .notFound: (.notFound, "the app has no type \(asked.intent)")
      }
    } catch PluginCallFailure.timedOut {
      return (.noAnswer, "perform() had not returned after \(performTime)")
    } catch PluginCallFailure.ended {
      return (.noAnswer, "the app ended before perform() returned")
    } catch PluginCallFailure.refused(let failure) {
      return (.notFound, "\(failure)")
    } catch {
      return (.noAnswer, "the answer makes no sense")
    }
  }
}
