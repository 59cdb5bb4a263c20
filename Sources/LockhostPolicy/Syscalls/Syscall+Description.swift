// SPDX-License-Identifier: MIT

extension Syscall {
  /// The arguments of a call in the words of its source: `AF_INET`, `SOCK_STREAM|SOCK_CLOEXEC`, `0`.
  ///
  /// Pointers stay pointers: nothing is read from the caller's memory.
  ///
  /// - Parameter registers: The argument registers; those that the call does not have are left out.
  public func describe(_ registers: [UInt64]) -> [String] {
    var described = zip(arguments, registers).map { $0.kind.describe($1) }
    // `open` looks at its mode only when it makes a file; otherwise the register holds rubbish.
    if let flags = arguments.firstIndex(where: { $0.kind.name == "open" }),
      arguments.last?.name == "mode", described.count == arguments.count,
      registers[flags] & 0x40_0040 == 0
    {
      described.removeLast()
    }
    return described
  }

  /// What is the same in calls that differ only in where their data lies: pointers are left out.
  public func withoutPointers(_ registers: [UInt64]) -> [UInt64] {
    zip(arguments, registers).map { $0.kind.style == .pointer ? 0 : $1 }
  }
}

extension ArgumentKind {
  /// A register in words: constants by name, the rest as a number.
  public func describe(_ register: UInt64) -> String {
    let number: UInt64
    if width == .half {
      let low = register & 0xffff_ffff
      let isExtended = register >> 32 == 0xffff_ffff && low >> 31 == 1
      // Rubbish in the upper half is shown: it is somebody's attempt.
      guard register >> 32 == 0 || isExtended else { return Self.hexadecimal(register) }
      number = low
    } else {
      number = register
    }
    if constants.isEmpty { return plain(number) }
    return field == .max ? enumerated(number) : flags(number)
  }

  private func enumerated(_ number: UInt64) -> String {
    constants.first { cut($0.value) == number }?.name ?? plain(number)
  }

  private func flags(_ number: UInt64) -> String {
    var rest = number
    var words: [String] = []
    let enumerated = number & field
    if field != 0,
      let name = constants.first(where: { $0.value & ~field == 0 && $0.value == enumerated })?.name
    {
      words.append(name)
      rest &= ~field
    }
    // Constants of several bits before their parts: `O_TMPFILE` has `O_DIRECTORY` in it.
    let combined = constants.filter { $0.value & field == 0 && $0.value != 0 }
      .sorted { $0.value.nonzeroBitCount > $1.value.nonzeroBitCount }
    var found: Set<UInt64> = []
    for constant in combined where rest & constant.value == constant.value {
      found.insert(constant.value)
      rest &= ~constant.value
    }
    for constant in constants where found.remove(constant.value) != nil {
      words.append(constant.name)
    }
    if rest != 0 { words.append(Self.hexadecimal(rest)) }
    if words.isEmpty { return constants.first { $0.value == 0 }?.name ?? "0" }
    return words.joined(separator: "|")
  }

  private func plain(_ number: UInt64) -> String {
    switch style {
    case .signed:
      width == .half
        ? String(Int32(truncatingIfNeeded: number)) : String(Int64(bitPattern: number))
    case .unsigned: String(number)
    case .hexadecimal: number == 0 ? "0" : Self.hexadecimal(number)
    case .octal: "0" + (number == 0 ? "" : String(number, radix: 8))
    case .pointer: number == 0 ? "NULL" : Self.hexadecimal(number)
    }
  }

  private func cut(_ value: UInt64) -> UInt64 { width == .half ? value & 0xffff_ffff : value }

  private static func hexadecimal(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
}
