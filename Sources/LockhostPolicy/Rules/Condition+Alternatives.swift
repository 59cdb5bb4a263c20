// SPDX-License-Identifier: MIT

extension Condition {
  /// How many lists of tests one condition may become.
  static let maximumAlternatives = 64

  /// The condition as lists of tests, of which one must pass whole.
  ///
  /// A 32-bit argument is admitted in the two forms that compilers give it, with a zero upper half
  /// or with its sign carried up, and in no other: the kernel would cut the rubbish off and see a
  /// number that the rule admits, but honest callers do not send it.
  ///
  /// A filter compares an argument once in each list. Mask tests of one argument are merged; what
  /// cannot be is an error.
  func alternatives(
    for call: Syscall, at token: PolicyToken? = nil
  ) throws(PolicyError) -> [[ArgumentTest]] {
    func failure(_ problem: PolicyError.Problem, _ text: String? = nil) -> PolicyError {
      PolicyError(
        problem, text: text ?? token?.text ?? self.text, line: token?.line, column: token?.column)
    }
    switch self {
    case .test(let name, let relation):
      guard let index = call.arguments.firstIndex(where: { $0.name == name }) else {
        throw failure(.unknownArgument, name)
      }
      let comparisons = try relation.comparisons(
        of: call.arguments[index].kind, orElse: { failure($0) })
      return comparisons.map { [ArgumentTest(argument: index, comparison: $0)] }
    case .any(let parts):
      var lists: [[ArgumentTest]] = []
      for part in parts {
        lists += try part.alternatives(for: call, at: token)
        guard lists.count <= Self.maximumAlternatives else { throw failure(.tooLarge) }
      }
      return lists
    case .all(let parts):
      var lists: [[ArgumentTest]] = [[]]
      for part in parts {
        let more = try part.alternatives(for: call, at: token)
        guard lists.count * more.count <= Self.maximumAlternatives else { throw failure(.tooLarge) }
        var product: [[ArgumentTest]] = []
        for list in lists {
          for other in more {
            if let merged = try Self.merge(list + other, orElse: { failure($0) }) {
              product.append(merged)
            }
          }
        }
        guard !product.isEmpty else { throw failure(.neverTrue) }
        lists = product
      }
      return lists
    }
  }

  /// Puts the tests of each argument into one.
  ///
  /// - Returns: nil when they contradict each other.
  static func merge(
    _ tests: [ArgumentTest], orElse failure: (PolicyError.Problem) -> PolicyError
  ) throws(PolicyError) -> [ArgumentTest]? {
    var merged: [ArgumentTest] = []
    for test in tests {
      guard let place = merged.firstIndex(where: { $0.argument == test.argument }) else {
        merged.append(test)
        continue
      }
      switch (merged[place].comparison, test.comparison) {
      case (.masked(let mask, let value), .masked(let otherMask, let otherValue)):
        guard value & otherMask == otherValue & mask else { return nil }
        merged[place] = ArgumentTest(
          argument: test.argument,
          comparison: .masked(mask: mask | otherMask, value: value | otherValue))
      case (let one, let other) where one == other: break
      case (.masked(.max, let value), let other), (let other, .masked(.max, let value)):
        let alone = ArgumentTest(argument: 0, comparison: other)
        guard alone.matches([value]) else { return nil }
        merged[place] = ArgumentTest(
          argument: test.argument, comparison: .masked(mask: .max, value: value))
      default: throw failure(.notExpressible)
      }
    }
    return merged.sorted { $0.argument < $1.argument }
  }
}

extension Condition.Relation {
  private static let upperHalf: UInt64 = 0xffff_ffff_0000_0000
  private static let signBit: UInt64 = 0x8000_0000

  /// The comparisons of the whole register, any of which must hold.
  func comparisons(
    of kind: ArgumentKind, orElse failure: (PolicyError.Problem) -> PolicyError
  ) throws(PolicyError) -> [ArgumentTest.Comparison] {
    func number(_ value: Condition.Value) throws(PolicyError) -> UInt64 {
      guard let number = value.number(in: kind) else { throw failure(.unknownConstant) }
      return number
    }
    switch self {
    case .equals(let value): return Self.bits(.max, try number(value), kind.width)
    case .oneOf(let values):
      var all: [ArgumentTest.Comparison] = []
      for value in values { all += Self.bits(.max, try number(value), kind.width) }
      return all
    case .within(let value): return Self.bits(~(try number(value)), 0, kind.width)
    case .has(let value):
      let number = try number(value)
      return Self.bits(number, number, kind.width)
    case .masked(let mask, let value):
      let (mask, value) = (try number(mask), try number(value))
      guard value & ~mask == 0 else { throw failure(.neverTrue) }
      return Self.bits(mask, value, kind.width)
    case .below(let value):
      let number = try number(value)
      try kind.checkOrdered(number, orElse: failure)
      guard number > 0 else { throw failure(.neverTrue) }
      return [.below(number)]
    case .atMost(let value):
      let number = try number(value)
      try kind.checkOrdered(number, orElse: failure)
      return [.atMost(number)]
    // From below, a register with rubbish in its upper half would pass as a great number.
    case .differs(let value), .above(let value), .atLeast(let value):
      guard kind.width == .whole else { throw failure(.notExpressible) }
      let number = try number(value)
      return switch self {
      case .differs: [.notEqual(number)]
      case .above: [.above(number)]
      default: [.atLeast(number)]
      }
    }
  }

  private static func bits(
    _ mask: UInt64, _ value: UInt64, _ width: ArgumentKind.Width
  ) -> [ArgumentTest.Comparison] {
    guard width == .half else { return [.masked(mask: mask, value: value)] }
    let mask = mask | upperHalf
    let value = value & ~upperHalf
    var forms = [ArgumentTest.Comparison.masked(mask: mask, value: value)]
    if mask & signBit == 0 || value & signBit != 0 {
      forms.append(.masked(mask: mask | signBit, value: value | upperHalf | signBit))
    }
    return forms
  }
}

extension Condition.Value {
  /// The number, in as many bits as the kernel looks at.
  func number(in kind: ArgumentKind) -> UInt64? {
    var number: UInt64 = 0
    for term in terms {
      switch term {
      case .number(let value): number |= value
      case .name(let name):
        guard let value = kind.value(of: name) else { return nil }
        number |= value
      }
    }
    if isComplement { number = ~number }
    return kind.width == .half ? number & 0xffff_ffff : number
  }
}

extension ArgumentKind {
  /// Whether a number fits in the bits that the kernel looks at.
  func admits(_ number: UInt64) -> Bool {
    width == .whole || number <= 0xffff_ffff || number >= 0xffff_ffff_8000_0000
  }

  fileprivate func checkOrdered(
    _ number: UInt64, orElse failure: (PolicyError.Problem) -> PolicyError
  ) throws(PolicyError) {
    let negative: UInt64 = width == .half ? 0x8000_0000 : 1 << 63
    guard style != .signed || number & negative == 0 else { throw failure(.notExpressible) }
  }
}
