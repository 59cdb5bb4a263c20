// SPDX-License-Identifier: MIT

public import LockhostSystem

/// The camera capture intents that a bundle's programs contain, by their Swift type metadata.
///
/// A program whose bundle lists its intents (`LHCameraCaptureIntents`) is not looked into.
public struct ProgramIntents: Hashable, Sendable {
  /// Those of the app; nil when they cannot be known.
  public let application: [SwiftConformances.ConformingType]?
  /// Those of the capture extension; nil when they cannot be known.
  public let captureExtension: [SwiftConformances.ConformingType]?
  /// Whether every program could be read.
  let isWhole: Bool

  /// Looks into an app's programs, where their bundles do not say what they contain.
  public init(of bundle: AppBundle) {
    let app = bundle.captureIntents == nil ? bundle.executable : nil
    let capture = bundle.captureExtension.flatMap { $0.captureIntents == nil ? $0.executable : nil }
    let results = [app, capture].map { program in
      Result { () throws(ELFError) -> [SwiftConformances.ConformingType]? in
        guard let program else { return nil }
        return try SwiftConformances.types(
          conformingTo: "CameraCaptureIntent", in: program.path)
      }
    }
    application = (try? results[0].get()) ?? nil
    captureExtension = (try? results[1].get()) ?? nil
    isWhole = results.allSatisfy { if case .success = $0 { true } else { false } }
  }
}
