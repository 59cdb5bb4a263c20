// SPDX-License-Identifier: MIT

/// Why a call into a plug-in has no answer.
///
/// None of these harms the host or another plug-in; after each of them the next call may succeed, in
/// a new process where the old one is gone.
public enum PluginError: Error, Hashable, Sendable {
  /// The plug-in's bundle cannot be used, or its process not be started.
  case notStarted(code: String, message: String)
  /// The plug-in did not answer in time, and was killed for it.
  case timedOut(Duration)
  /// The plug-in ended, or was ended, before it answered.
  case ended(PluginEnding)
  /// The plug-in refused, in its own words.
  case refused(String)
  /// The answer is none of the type that was asked for.
  case badAnswer(String)
  /// The request is larger than a message, 64 KiB, or carries more than four descriptors.
  case requestTooLarge
  /// The machine is out of descriptors, memory or threads.
  case system(String)
}

/// How a plug-in's process ended.
public struct PluginEnding: Hashable, Sendable {
  /// Why, as exit records say it: `crashed`, `violation`, `limit`, `watchdog`, `exited`, `dismissed`.
  public let reason: String
  /// The code of the article about it; nil for an end that needs no explanation.
  public let code: String?
  /// What happened, in one sentence.
  public let message: String?
  /// The calls that were refused to it, each in a line.
  public let violations: [String]
}

extension PluginError: CustomStringConvertible {
  /// The error in one sentence, with its code where there is one.
  public var description: String {
    switch self {
    case .notStarted(let code, let message): "\(code): \(message)"
    case .timedOut(let time): "no answer within \(time)"
    case .ended(let ending):
      "the plug-in ended: \(ending.message ?? ending.reason)"
        + (ending.code.map { " (\($0))" } ?? "")
    case .refused(let message): "the plug-in refused: \(message)"
    case .badAnswer(let message): "the answer makes no sense: \(message)"
    case .requestTooLarge: "the request does not fit into a message"
    case .system(let message): message
    }
  }
}
