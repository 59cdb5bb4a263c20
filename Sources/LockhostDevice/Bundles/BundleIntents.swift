// SPDX-License-Identifier: MIT

public import LockhostSystem

/// Which programs of an app contain the capture intent that a press names.
///
/// The real system looks at what was compiled into each of them. So does this: at the bundle's own
/// list where it has one (`LHCameraCaptureIntents`), else at the Swift type metadata of its programs.
public struct BundleIntents: Hashable, Sendable {
  /// Whether the app contains it.
  public let application: DecisionInput.IntentPresence
  /// Whether the capture extension contains it.
  public let captureExtension: DecisionInput.IntentPresence

  /// Looks at an app's programs.
  ///
  /// - Parameters:
  ///   - intent: The type name of the intent; nil takes any, since the system uses one capture intent
  ///     of a bundle.
  ///   - programs: What the programs contain, when that is known already.
  public init(
    of bundle: AppBundle, named intent: String? = nil, programs: ProgramIntents? = nil
  ) {
    let programs = programs ?? ProgramIntents(of: bundle)
    let app = bundle.captureIntents ?? programs.application?.map(\.name)
    let capture = bundle.captureExtension.map {
      $0.captureIntents ?? programs.captureExtension?.map(\.name)
    }
    // A bundle without a capture intent anywhere is one that is being tried out before it has a
    // control: the press that it would get is taken as given.
    let isKnown =
      intent != nil || !(app ?? []).isEmpty || !((capture ?? nil) ?? []).isEmpty
      || bundle.captureIntents != nil
      || bundle.captureExtension?.captureIntents != nil
    application = Self.presence(app, named: intent, isKnown: isKnown)
    captureExtension = Self.presence(capture ?? nil, named: intent, isKnown: isKnown)
  }

  private static func presence(
    _ names: [String]?, named intent: String?, isKnown: Bool
  ) -> DecisionInput.IntentPresence {
    guard let names, isKnown else { return .unlisted }
    let match = intent.map { intent in names.first { $0 == intent } } ?? names.first
    return match.map { .present($0) } ?? .missing
  }
}

extension AppBundle {
  /// The capture intent that the app itself contains, as its program has it.
  ///
  /// - Parameter name: The type name; nil takes the first, since the system uses one of a bundle.
  /// - Returns: Nil when the program has none, or cannot be read.
  public func captureIntent(named name: String?) -> SwiftConformances.ConformingType? {
    let types = try? SwiftConformances.types(
      conformingTo: "CameraCaptureIntent", in: executable.path)
    return types?.first { name == nil || $0.name == name }
  }
}
