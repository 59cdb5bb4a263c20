// SPDX-License-Identifier: MIT

/// A compiled filter, and the rules that it was compiled from.
///
/// The instructions are what the kernel gets. The rules stay with the host: a call that the filter
/// hands to the listener is looked up in them, to find its answer and the words for the report.
public struct FilterProgram: Hashable, Sendable {
  /// The program, first instruction first; at most 4096, the kernel's limit.
  public private(set) var instructions: [FilterInstruction]
  /// What the program does, in rules.
  public var rules: RuleTable { source.table }
  private let source: RuleSource
  /// Whether it is for the tier `floor`.
  package let isForFloor: Bool
  /// The launcher's own two descriptors, or nil for a filter without them.
  public let launch: LaunchDescriptors?
  /// Whether refusals that are reported, and those that kill, go to a listener.
  ///
  /// False: a reported refusal is answered by the kernel alone, and a killing one kills at once.
  public let usesListener: Bool

  /// Puts a program and its rules together.
  ///
  /// Says nothing about whether they agree: `verify()` does.
  public init(
    instructions: [FilterInstruction], rules: RuleTable, launch: LaunchDescriptors?,
    usesListener: Bool
  ) {
    self.instructions = instructions
    source = RuleSource(rules)
    isForFloor = rules.isForFloor
    self.launch = launch
    self.usesListener = usesListener
  }

  /// Puts a program together with rules that are worked out when they are first asked for.
  ///
  /// Not for the tier `floor`.
  package init(
    instructions: [FilterInstruction], launch: LaunchDescriptors?, usesListener: Bool,
    rules: @escaping @Sendable () -> RuleTable
  ) {
    self.instructions = instructions
    source = RuleSource(rules)
    isForFloor = false
    self.launch = launch
    self.usesListener = usesListener
  }

  /// The same filter with other instructions.
  package func with(_ instructions: [FilterInstruction]) -> FilterProgram {
    var program = self
    program.instructions = instructions
    return program
  }

  /// The program as bytes: eight for each instruction, little endian, as `struct sock_filter`.
  public var bytes: [UInt8] { Self.bytes(of: instructions) }

  /// Instructions as bytes: eight for each.
  public static func bytes(of instructions: [FilterInstruction]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(instructions.count * 8)
    for instruction in instructions {
      bytes.append(UInt8(truncatingIfNeeded: instruction.code))
      bytes.append(UInt8(truncatingIfNeeded: instruction.code >> 8))
      bytes.append(instruction.jumpIfTrue)
      bytes.append(instruction.jumpIfFalse)
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: instruction.operand >> UInt32(shift)))
      }
    }
    return bytes
  }

  /// Reads instructions back from bytes.
  ///
  /// - Returns: nil when the length is not a positive multiple of eight, or over the kernel's limit.
  public static func instructions(from bytes: some Collection<UInt8>) -> [FilterInstruction]? {
    guard !bytes.isEmpty, bytes.count % 8 == 0, bytes.count / 8 <= 4096 else { return nil }
    let bytes = Array(bytes)
    var words: [FilterInstruction] = []
    words.reserveCapacity(bytes.count / 8)
    for place in stride(from: 0, to: bytes.count, by: 8) {
      var operand: UInt32 = 0
      for index in (place + 4..<place + 8).reversed() {
        operand = operand << 8 | UInt32(bytes[index])
      }
      words.append(
        FilterInstruction(
          code: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8, jumpIfTrue: bytes[place + 2],
          jumpIfFalse: bytes[place + 3], operand: operand))
    }
    return words
  }
}
