// SPDX-License-Identifier: MIT

extension FilterProgram {
  /// A program that answers every call as another does, in as few instructions as stretches of values
  /// need.
  ///
  /// - Returns: The same program where nothing is gained, or where it does what libseccomp's do not.
  package static func shortened(_ instructions: [FilterInstruction]) -> [FilterInstruction] {
    guard let graph = DecisionGraph(of: instructions) else { return instructions }
    var writer = DecisionWriter(graph)
    let shorter = writer.program()
    return shorter.count < instructions.count ? shorter : instructions
  }
}

/// Writes a graph as a program, from its end: what a jump leads to is there when the jump is written.
private struct DecisionWriter {
  /// How many stretches are asked for one by one rather than halved: more save instructions, and
  /// make the longest way longer.
  private static let fewStretches = 5
  /// How far a comparison can jump.
  private static let reach = 255

  /// A place in the program, counted from its end.
  private typealias Label = Int

  private let graph: DecisionGraph
  private var backwards: [FilterInstruction] = []
  private var labels: [DecisionGraph.Place: Label] = [:]

  init(_ graph: DecisionGraph) { self.graph = graph }

  mutating func program() -> [FilterInstruction] {
    _ = write(graph.start)
    return backwards.reversed()
  }

  @discardableResult
  private mutating func add(
    _ code: UInt16, _ operand: UInt32, yes: Int = 0, no: Int = 0
  ) -> Label {
    backwards.append(
      FilterInstruction(
        code: code, jumpIfTrue: UInt8(yes), jumpIfFalse: UInt8(no), operand: operand))
    return backwards.count
  }

  private mutating func write(_ place: DecisionGraph.Place) -> Label {
    if let label = labels[place] { return label }
    switch graph.decisions[place] {
    case .answer(let answer):
      labels[place] = add(DecisionGraph.Code.answer, answer)
    case .word(let word, let stretches):
      for stretch in stretches { _ = write(stretch.next) }
      var parts: [Part] = []
      for stretch in stretches {
        let first = parts.last.map { $0.values.upperBound + 1 } ?? 0
        parts.append(Part(values: first...stretch.last, next: stretch.next))
      }
      _ = writeTree(parts[...])
      if word.mask != .max { add(DecisionGraph.Code.mask, word.mask) }
      labels[place] = add(DecisionGraph.Code.load, word.offset)
    }
    return backwards.count
  }

  // MARK: Comparisons

  private struct Part {
    let values: ClosedRange<UInt32>
    let next: DecisionGraph.Place
  }

  /// Where a comparison leads: to a place of the graph, or to another comparison.
  private enum Target {
    case place(DecisionGraph.Place)
    case comparison(Label)
  }

  private mutating func writeTree(_ parts: ArraySlice<Part>) -> Target {
    if parts.count == 1 { return .place(parts[parts.startIndex].next) }
    // A single value between two stretches that lead to one place: one comparison for both borders.
    if parts.count <= Self.fewStretches,
      let middle = parts.indices.dropFirst().dropLast().first(where: { place in
        parts[place].values.count == 1 && parts[place - 1].next == parts[place + 1].next
      })
    {
      let around = Part(
        values: parts[middle - 1].values.lowerBound...parts[middle + 1].values.upperBound,
        next: parts[middle - 1].next)
      var rest = Array(parts)
      let start = middle - 1 - parts.startIndex
      rest.replaceSubrange(start...(start + 2), with: [around])
      let others = writeTree(rest[...])
      return compare(
        DecisionGraph.Code.equal, parts[middle].values.lowerBound,
        yes: .place(parts[middle].next), no: others)
    }
    let middle = parts.startIndex + parts.count / 2
    let lower = writeTree(parts[..<middle])
    let upper = writeTree(parts[middle...])
    return compare(
      DecisionGraph.Code.atLeast, parts[middle].values.lowerBound, yes: upper, no: lower)
  }

  private mutating func compare(
    _ code: UInt16, _ value: UInt32, yes: Target, no: Target
  ) -> Target {
    var (yes, no) = (yes, no)
    // What is written to bring one within reach may move the other out of it.
    while bring(&yes) || bring(&no) {}
    return .comparison(
      add(code, value, yes: distance(to: yes), no: distance(to: no)))
  }

  private func label(of target: Target) -> Label? {
    switch target {
    case .comparison(let label): label
    case .place(let place): labels[place]
    }
  }

  /// How many instructions the next one would skip to get there.
  private func distance(to target: Target) -> Int {
    label(of: target).map { backwards.count - $0 } ?? .max
  }

  /// Writes a way to a target that the next instruction cannot jump to: the answer once more, or a
  /// longer jump.
  ///
  /// - Returns: Whether anything was written.
  private mutating func bring(_ target: inout Target) -> Bool {
    let distance = distance(to: target)
    guard distance > Self.reach else { return false }
    switch target {
    case .comparison: target = .comparison(add(DecisionGraph.Code.jump, UInt32(distance)))
    case .place(let place):
      if case .answer(let answer) = graph.decisions[place] {
        labels[place] = add(DecisionGraph.Code.answer, answer)
      } else {
        labels[place] = add(DecisionGraph.Code.jump, UInt32(distance))
      }
    }
    return true
  }
}
