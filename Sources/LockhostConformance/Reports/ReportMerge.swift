// SPDX-License-Identifier: MIT

/// Puts the reports of shards together.
package enum ReportMerge {
  /// The report that one whole run would have given.
  ///
  /// - Throws: `ConformanceError.notOneRun` for reports of different launchers, machines or versions,
  ///   for parts of different divisions, and for a promise that is in two of them or a part that is
  ///   missing.
  package static func merged(
    _ reports: [ConformanceReport]
  ) throws(ConformanceError) -> ConformanceReport {
    guard let first = reports.first else { throw .notOneRun("there is no report") }
    for report in reports.dropFirst() {
      guard comparable(report.run) == comparable(first.run) else {
        throw .notOneRun("they are of different launchers, machines, policies or versions")
      }
    }
    let shards = reports.flatMap(\.run.shards)
    let counts = Set(shards.compactMap { $0.split(separator: "/").last })
    guard counts.count <= 1 else { throw .notOneRun("they are parts of different divisions") }
    guard Set(shards).count == shards.count else { throw .notOneRun("one part is there twice") }
    if let count = counts.first.flatMap({ Int($0) }), shards.count < count {
      let missing = (1...count).map { "\($0)/\(count)" }.filter { !shards.contains($0) }
      throw .notOneRun("parts are missing: \(missing.joined(separator: ", "))")
    }
    var known: [String: VerdictRecord] = [:]
    for verdict in reports.flatMap(\.verdicts) {
      guard known.updateValue(verdict, forKey: verdict.id) == nil else {
        throw .notOneRun("\(verdict.id) is in two of them")
      }
    }
    // In the catalogue's order; what it does not know, from another version, comes last.
    let order = PromiseCatalogue.all.map(\.id)
    let verdicts =
      order.compactMap { known.removeValue(forKey: $0) }
      + known.values.sorted { $0.id < $1.id }
    var run = first.run
    run.shards = []
    return ConformanceReport(run: run, verdicts: verdicts)
  }

  /// What must be the same in all parts; machines may differ in the number of their processors.
  private static func comparable(_ run: RunRecord) -> RunRecord {
    var run = run
    run.shards = []
    run.host.processors = 0
    return run
  }
}
