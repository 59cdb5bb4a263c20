// SPDX-License-Identifier: MIT

/// Decides what one call says of its promise, from what was seen; no call, no clock.
struct CallJudge {
  let promise: Promise
  let call: ProbeCall
  let control: Control
  /// What the sandboxed probe came to.
  let inside: ProbeRunner.Run
  /// What the control came to; nil where there is none.
  let outside: ProbeRunner.Run?
  /// What came of it with its layer taken away; nil where that was not tried.
  let ablated: ProbeRunner.Run?

  /// The call's result.
  var result: CallResult {
    let (judgement, reason, layers) = judged
    return CallResult(
      call: call.text, inside: inside.answer, control: outside?.answer, ablated: ablated?.answer,
      touched: inside.touched, layers: layers, judgement: judgement, reason: reason,
      duration: inside.duration)
  }

  private typealias Judged = (CallResult.Judgement, String, Set<Layer>)

  private var judged: Judged {
    if let missing = inside.missing.min(by: { $0.key.rawValue < $1.key.rawValue }) {
      return (.inconclusive, "no \(missing.key.rawValue) can be had: \(missing.value)", [])
    }
    if let touched = inside.touched.min(by: { $0.key.rawValue < $1.key.rawValue }) {
      return (.broken, "\(touched.key.rawValue): \(touched.value)", [])
    }
    switch inside.answer {
    case .late, .notStarted, .unbelievable, .untried:
      return (.inconclusive, inside.answer.text, [])
    case .done, .refused, .died: break
    }
    if let accepted = call.accepts.first(where: { $0.pattern.matches(inside.answer) }) {
      return checked(attributed(accepted.layers))
    }
    return unexpected
  }

  /// An answer that no line of the call names.
  private var unexpected: Judged {
    let broken: Judged = (.broken, inside.answer.text, [])
    guard promise.kind == .refusal, case .refused = inside.answer, let outside else {
      return broken
    }
    // The kernel got to see it: nobody refused.
    if inside.answer.isLike(outside.answer) { return broken }
    // Somebody did refuse what is otherwise done; who, cannot be told from this error.
    return checked([])
  }

  /// Refusals that the filter's listener told of are the filter's.
  private func attributed(_ layers: Set<Layer>) -> Set<Layer> {
    layers.contains(.filter) && !inside.refusals.isEmpty ? [.filter] : layers
  }

  /// A satisfied call, if its control and its ablation agree.
  private func checked(_ layers: Set<Layer>) -> Judged {
    if promise.kind == .refusal, let why = uncontrolled { return (.inconclusive, why, layers) }
    if let ablated {
      let stays =
        inside.answer.isLike(ablated.answer)
        && call.accepts.contains { $0.pattern.matches(ablated.answer) } && ablated.touched.isEmpty
      if stays {
        return (
          .inconclusive, "without the layer the answer stays: \(ablated.answer.text)", layers
        )
      }
    }
    return (.satisfied, "", layers)
  }

  /// Why the control shows nothing; nil where it shows what it should.
  private var uncontrolled: String? {
    if case .none = control { return nil }
    guard let outside else { return "there is no sandbox to try the control in" }
    let said = outside.answer.text
    switch control {
    case .none: return nil
    case .succeeds:
      guard case .done = outside.answer else { return "outside it does not work either: \(said)" }
      return unseen(outside)
    case .answers(let pattern):
      return pattern.matches(outside.answer)
        ? unseen(outside) : "outside it is not answered as it should be: \(said)"
    case .differs:
      switch outside.answer {
      case .done, .refused, .died: break
      default: return "outside it gave no answer: \(said)"
      }
      return inside.answer.isLike(outside.answer) && inside.answer == outside.answer
        ? "outside the answer is the same: \(said)" : unseen(outside)
    case .loosened(_, let pattern):
      return pattern.matches(outside.answer)
        ? unseen(outside) : "with it allowed the answer is: \(said)"
    }
  }

  private func unseen(_ run: ProbeRunner.Run) -> String? {
    let blind = call.witnesses.subtracting(run.touched.keys).map(\.rawValue).sorted()
    return blind.isEmpty
      ? nil : "the control did it, and \(blind.joined(separator: ", ")) saw nothing"
  }
}
