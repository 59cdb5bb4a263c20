// SPDX-License-Identifier: MIT

/// What a filter decides, without the order in which it happens to ask.
///
/// The kernel translates a filter for every guest anew, at a quarter of a microsecond for an instruction,
/// and tries each number on it. libseccomp spends one comparison on every value that a rule names, also
/// where a hundred values in a row have one answer; here each word of a call is divided into stretches
/// of values that lead to the same place, and places from which the same follows are one.
struct DecisionGraph {
  /// A place in the graph, by its number; what it leads to has lower ones.
  typealias Place = Int

  /// What happens at a place.
  enum Decision: Hashable {
    /// The filter answers.
    case answer(UInt32)
    /// A word of the call is looked at.
    case word(Word, [Stretch])
  }

  /// A word of `struct seccomp_data`, by its offset, and which of its bits count.
  struct Word: Hashable {
    var offset: UInt32
    var mask: UInt32 = .max

    static let number = Word(offset: 0)
    static let architecture = Word(offset: 4)
  }

  /// Values of a word, from the one after the stretch before, that lead to one place.
  struct Stretch: Hashable {
    let last: UInt32
    let next: Place
  }

  private(set) var decisions: [Decision] = []
  /// Where every call begins.
  private(set) var start: Place = 0
  private var known: [Decision: Place] = [:]
  private var loads: [Int: Place] = [:]
  private let instructions: [FilterInstruction]

  /// A program that does something else than look at words, mask them and compare them.
  private struct Unsuited: Error {}

  /// Follows a program through everything that it can meet.
  ///
  /// - Returns: Nil for a program with other instructions than libseccomp uses.
  init?(of instructions: [FilterInstruction]) {
    self.instructions = instructions
    do {
      start = try follow(
        from: 0, knowing: [.architecture: 0...UInt32.max, .number: 0...UInt32.max])
    } catch {
      return nil
    }
  }

  // MARK: Following a program

  private func instruction(at place: Int) throws -> FilterInstruction {
    guard instructions.indices.contains(place) else { throw Unsuited() }
    return instructions[place]
  }

  /// What follows from a place, knowing in which ranges convention and number lie.
  ///
  /// Both are asked for several times in one program, so what was learnt of them is carried along; of an
  /// argument nothing is known before it is loaded.
  private mutating func follow(
    from place: Int, looking word: Word? = nil, knowing ranges: [Word: ClosedRange<UInt32>]
  ) throws -> Place {
    let instruction = try instruction(at: place)
    switch instruction.code {
    case Code.load where ranges[Word(offset: instruction.operand)] != nil:
      return try follow(
        from: place + 1, looking: Word(offset: instruction.operand), knowing: ranges)
    case Code.load: return try followLoad(at: place)
    case Code.answer: return intern(.answer(instruction.operand))
    case Code.jump:
      return try follow(
        from: place + 1 + Int(instruction.operand), looking: word, knowing: ranges)
    default:
      guard let word, let range = ranges[word] else { throw Unsuited() }
      var ways: [(ClosedRange<UInt32>, Place)] = []
      for (part, target) in try Self.parts(of: range, by: instruction, at: place) {
        var ranges = ranges
        ranges[word] = part
        ways.append((part, try follow(from: target, looking: word, knowing: ranges)))
      }
      return join(ways, of: word)
    }
  }

  /// What follows from the load of an argument's half, whatever came before.
  private mutating func followLoad(at place: Int) throws -> Place {
    if let known = loads[place] { return known }
    let word = Word(offset: try instruction(at: place).operand)
    let result = try followValue(of: word, from: place + 1)
    loads[place] = result
    return result
  }

  private mutating func followValue(of word: Word, from place: Int) throws -> Place {
    join(try ways(from: place, of: word, in: 0...UInt32.max), of: word)
  }

  private mutating func ways(
    from place: Int, of word: Word, in range: ClosedRange<UInt32>
  ) throws -> [(ClosedRange<UInt32>, Place)] {
    let instruction = try instruction(at: place)
    switch instruction.code {
    case Code.answer: return [(range, intern(.answer(instruction.operand)))]
    case Code.load: return [(range, try followLoad(at: place))]
    case Code.mask:
      let masked = Word(offset: word.offset, mask: word.mask & instruction.operand)
      return [(range, try followValue(of: masked, from: place + 1))]
    case Code.jump:
      return try ways(from: place + 1 + Int(instruction.operand), of: word, in: range)
    default:
      var ways: [(ClosedRange<UInt32>, Place)] = []
      for (part, target) in try Self.parts(of: range, by: instruction, at: place) {
        ways += try self.ways(from: target, of: word, in: part)
      }
      return ways
    }
  }

  /// Divides a range by a comparison, into what leads to the one place and to the other.
  private static func parts(
    of range: ClosedRange<UInt32>, by instruction: FilterInstruction, at place: Int
  ) throws -> [(ClosedRange<UInt32>, Int)] {
    let value = instruction.operand
    let met: ClosedRange<UInt32>?
    switch instruction.code {
    case Code.equal: met = value...value
    case Code.atLeast: met = value...UInt32.max
    case Code.above: met = value == .max ? nil : (value + 1)...UInt32.max
    default: throw Unsuited()
    }
    let yes = place + 1 + Int(instruction.jumpIfTrue)
    let no = place + 1 + Int(instruction.jumpIfFalse)
    guard let met, met.overlaps(range) else { return [(range, no)] }
    let inside = met.clamped(to: range)
    var parts = [(inside, yes)]
    if inside.lowerBound > range.lowerBound {
      parts.insert((range.lowerBound...(inside.lowerBound - 1), no), at: 0)
    }
    if inside.upperBound < range.upperBound {
      parts.append(((inside.upperBound + 1)...range.upperBound, no))
    }
    return parts
  }

  // MARK: Putting together

  private mutating func intern(_ decision: Decision) -> Place {
    if let place = known[decision] { return place }
    decisions.append(decision)
    known[decision] = decisions.count - 1
    return decisions.count - 1
  }

  /// The place at which ranges of a word lead to different ones, or the one to which all lead.
  private mutating func join(_ ways: [(ClosedRange<UInt32>, Place)], of word: Word) -> Place {
    var stretches: [Stretch] = []
    func add(_ last: UInt32, _ next: Place) {
      if stretches.last?.next == next { stretches.removeLast() }
      stretches.append(Stretch(last: last, next: next))
    }
    for (range, place) in ways {
      // A place that looks at the same word again is looked through.
      guard case .word(word, let inner) = decisions[place] else {
        add(range.upperBound, place)
        continue
      }
      for stretch in inner where stretch.last >= range.lowerBound {
        add(min(stretch.last, range.upperBound), stretch.next)
        if stretch.last >= range.upperBound { break }
      }
    }
    return stretches.count == 1 ? stretches[0].next : intern(.word(word, stretches))
  }
}

extension DecisionGraph {
  /// The instructions that a program may consist of to be followed, and of which one is made.
  enum Code {
    static let load: UInt16 = 0x20
    static let mask: UInt16 = 0x54
    static let jump: UInt16 = 0x05
    static let equal: UInt16 = 0x15
    static let above: UInt16 = 0x25
    static let atLeast: UInt16 = 0x35
    static let answer: UInt16 = 0x06
  }
}
