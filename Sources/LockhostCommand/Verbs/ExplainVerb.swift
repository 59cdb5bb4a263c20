// SPDX-License-Identifier: MIT

import Lockhost
import LockhostDevice

/// `explain`: an error's article, a session's story, or what would start.
enum ExplainVerb {
  static func run(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    guard let what = context.command.operands.first else {
      context.answer(ListRecord(schema: "lockhost.articles/1", items: ErrorArticle.all)) {
        ErrorArticle.families.flatMap { family in
          [context.terminal.paintOutput(family.title, .strong)]
            + ErrorArticle.all.filter { $0.code.hasPrefix(family.prefix) }
            .map { "  \($0.code)  \($0.title)" }
        }
      }
      return ExitStatus.success
    }
    if let article = ErrorArticle.article(what) {
      context.answer(ArticleRecord(article: article)) { lines(article, context.terminal) }
      return ExitStatus.success
    }
    if what.uppercased().hasPrefix("LH"), what.dropFirst(2).allSatisfy(\.isNumber) {
      let near = Suggestion.nearest(to: what.uppercased(), among: ErrorArticle.all.map(\.code))
      throw .usage(
        "LH5009", "there is no article `\(what)`",
        help: near.map { ["did you mean `\($0)`?"] } ?? [], verb: context.command.verb)
    }
    let store = try context.openSettledDevice()
    let notFound: DeviceError
    do throws(DeviceError) {
      let record = try store.sessions.record(of: what)
      let crash = try store.sessions.crashReport(of: record.session)
      context.answer(record) { SessionStory.lines(record, crash: crash, context.terminal) }
      return ExitStatus.success
    } catch {
      guard error.code == .sessionNotFound else { throw CommandFailure(error) }
      notFound = error
    }
    return try await explainApp(what, notFound, context)
  }

  /// What would start now if the app's control were pressed, and why.
  ///
  /// - Parameter notFound: Why it is no session.
  private static func explainApp(
    _ what: String, _ notFound: DeviceError, _ context: CommandContext
  ) async throws(CommandFailure) -> Int32 {
    let host = try HostProvider.make(context)
    var request = LaunchRequest()
    request.set = context.set
    request.device = context.device
    request.app = what
    do throws(CommandFailure) {
      let report = try await host.decide(request)
      let record = DecisionRecord(
        decision: report.decision, policy: report.policy, requirementMet: true)
      context.answer(record) {
        [report.decision.summary]
          + DecisionText.lines(report.decision, paint: context.terminal.paintOutput)
          .map { "  " + $0 }
      }
      return ExitStatus.success
    } catch {
      guard
        error.code == DeviceError.Code.applicationNotInstalled.rawValue
          || error.code == DeviceError.Code.bundleNotFound.rawValue
      else { throw error }
      throw .usage(
        "LH5009", "`\(what)` is no code and no installed app, and \(notFound.message)",
        help: ["`lockhost explain` lists the codes, `lockhost sessions list` the sessions"],
        verb: context.command.verb)
    }
  }

  /// An article for people.
  static func lines(_ article: ErrorArticle, _ terminal: Terminal) -> [String] {
    var lines = [terminal.paintOutput("\(article.code): \(article.title)", .strong), ""]
    lines += Wrapping.lines(article.what, width: HelpText.width) + [""]
    lines += Wrapping.lines(article.why, width: HelpText.width) + ["", "What to do:"]
    for step in article.steps {
      let body = Wrapping.lines(step, width: HelpText.width - 4)
      lines += ["  - " + (body.first ?? "")] + body.dropFirst().map { "    " + $0 }
    }
    return lines
  }
}

/// An article as `--json` has it.
private struct ArticleRecord: Encodable {
  let schema = "lockhost.article/1"
  let article: ErrorArticle
}
