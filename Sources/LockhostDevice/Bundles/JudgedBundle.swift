// SPDX-License-Identifier: MIT

public import LockhostSystem

/// A bundle that was loaded and checked, what its programs contain, and the files that say so.
public struct JudgedBundle: Sendable {
  /// The bundle.
  public let bundle: AppBundle
  /// The capture intents in its programs.
  public let intents: ProgramIntents
  /// The files and folders that it was judged by, as they were before they were read, by path.
  public let files: [String: FileStamp]
  /// Whether it can be kept: no change of a file could go unnoticed.
  let isKeepable: Bool

  /// Loads and checks a bundle, and looks into its programs.
  ///
  /// - Throws: As ``AppBundle/load(at:points:)``.
  public init(
    at path: String, points: Set<String> = AppBundle.knownPoints
  ) throws(DeviceError) {
    let witness = BundleWitness()
    bundle = try BundleLoader(points: points, witness: witness).app(at: path)
    intents = ProgramIntents(of: bundle)
    files = witness.stamps
    isKeepable =
      witness.isReliable && intents.isWhole && files[bundle.path]?.identity == bundle.identity
  }

  /// Whether loading it again would find the same.
  ///
  /// Asks the kernel about each file that the judgement depends on, and reads none.
  ///
  /// - Parameter path: The path by which it is named now.
  public func isStillTrue(at path: String) -> Bool {
    guard isKeepable,
      (try? FileStamp(of: path, followingLinks: true))?.identity == bundle.identity
    else { return false }
    return files.allSatisfy { path, stamp in (try? FileStamp(of: path)) == stamp }
  }

  /// The capture intent that the app itself contains, as its program has it.
  ///
  /// - Parameter name: The type name; nil takes the first, since the system uses one of a bundle.
  public func captureIntent(named name: String?) -> SwiftConformances.ConformingType? {
    guard bundle.captureIntents == nil else { return bundle.captureIntent(named: name) }
    return intents.application?.first { name == nil || $0.name == name }
  }
}
