// SPDX-License-Identifier: MIT

/// How much of the kernel a policy exposes: 0 is locked, 10 is open.
///
/// A weighted list of harmful things, each judged by concrete calls that the policy admits or
/// refuses. One more grant can therefore never lower it, and a policy that grants nothing has 0.
/// It compares policies with each other; it is no promise about programs, and it knows nothing of
/// mounts, namespaces and limits.
public struct Exposure: Hashable, Sendable {
  /// Every item, in the table's order.
  public let items: [Item]
  /// The dangerous grants, with their authors' reasons.
  public let grants: [RuleTable.Grant]

  /// One harmful thing, and how far the policy lets it happen.
  public struct Item: Hashable, Sendable {
    /// A word that lasts.
    public let id: String
    /// How much it counts.
    public let weight: Int
    /// How many of its calls are admitted, out of `outOf`.
    public let admitted: Int
    /// How many calls it is judged by.
    public let outOf: Int
    /// What is so, in one sentence: good or bad.
    public let sentence: String
    /// What to do about it; nil where there is nothing to do.
    public let fix: String?

    /// Whether none of its calls is admitted.
    public var isGood: Bool { admitted == 0 }
    /// How exposed it is, from 0 to 1.
    public var share: Double { outOf == 0 ? 0 : Double(admitted) / Double(outOf) }
  }

  /// Judges a policy's rules.
  public init(of table: RuleTable) {
    items =
      ExposureItem.all.map { item in
        let admitted = item.probes.count { table.decision(for: $0).isAllowed }
        return Item(
          id: item.id, weight: item.weight, admitted: admitted, outOf: item.probes.count,
          sentence: admitted == 0 ? item.good : item.bad, fix: admitted == 0 ? nil : item.fix)
      } + [Self.surface(of: table)]
    grants = table.grants
  }

  /// The exposure, 0 to 10.
  public var score: Double { items.map { contribution(of: $0) }.reduce(0, +) }

  /// What an item adds to the score.
  public func contribution(of item: Item) -> Double {
    let total = items.map(\.weight).reduce(0, +)
    return total == 0 ? 0 : 10 * Double(item.weight) * item.share / Double(total)
  }

  /// The score in a word.
  public var rating: Rating { Rating(score) }

  /// Scores in words.
  public enum Rating: String, CaseIterable, Hashable, Sendable {
    /// Below 0.5.
    case locked
    /// Below 2.
    case tight
    /// Below 4.
    case guarded
    /// Below 7.
    case exposed
    /// The rest.
    case open

    init(_ score: Double) {
      self =
        switch score {
        case ..<0.5: .locked
        case ..<2: .tight
        case ..<4: .guarded
        case ..<7: .exposed
        default: .open
        }
    }
  }

  private static func surface(of table: RuleTable) -> Item {
    let obsolete = Set(CallGroup.named("obsolete")?.callNames ?? [])
    let calls = Syscall.all.filter { !obsolete.contains($0.name) }
    let admitted = calls.count { !(table.admissions[$0.number] ?? []).isEmpty }
    return Item(
      id: "kernel-surface", weight: 10, admitted: admitted, outOf: calls.count,
      sentence: admitted == 0
        ? "no call reaches the kernel"
        : "\(admitted) of \(calls.count) calls reach the kernel, some or all of their arguments",
      fix: admitted == 0
        ? nil : "`lockhost policy record` finds the calls that a program needs")
  }
}
