// SPDX-License-Identifier: MIT

/// Writes filters in words, one instruction a line, for golden files and for people.
public enum FilterDisassembler {
  /// The program, with names for calls and for the words of the call that are loaded.
  ///
  /// Jumps are written with the line that they go to. A comparison of the call's number carries the
  /// call's name.
  public static func text(_ instructions: [FilterInstruction]) -> String {
    var loaded: UInt32?
    var lines: [String] = []
    for (place, instruction) in instructions.enumerated() {
      lines.append("\(padded(place)): \(line(instruction, at: place, loaded: &loaded))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func line(
    _ instruction: FilterInstruction, at place: Int, loaded: inout UInt32?
  ) -> String {
    let operand = instruction.operand
    let code = instruction.code
    switch code {
    case 0x20:
      loaded = operand
      return "load \(word(at: operand))"
    case 0x06: return "return \(FilterAction(rawValue: operand))"
    case 0x54:
      return "and 0x\(hex(operand))"
    case 0x05: return "goto \(padded(place + 1 + Int(operand)))"
    case 0x15, 0x25, 0x35, 0x45:
      let sign = [0x15: "==", 0x25: ">", 0x35: ">=", 0x45: "&"][Int(code)] ?? "?"
      var value = "0x\(hex(operand))"
      if loaded == 0 {
        value = String(operand)
        if let call = Syscall.numbered(operand) { value += " (\(call.name))" }
      } else if loaded == 4, operand == SyscallInvocation.Architecture.x86_64.rawValue {
        value = "x86_64"
      }
      let yes = padded(place + 1 + Int(instruction.jumpIfTrue))
      let no = padded(place + 1 + Int(instruction.jumpIfFalse))
      return "if \(sign) \(value) then \(yes) else \(no)"
    default:
      return
        "code 0x\(hex(UInt32(code))) \(instruction.jumpIfTrue) \(instruction.jumpIfFalse) 0x\(hex(operand))"
    }
  }

  private static func word(at offset: UInt32) -> String {
    switch offset {
    case 0: "number"
    case 4: "architecture"
    case 8: "instruction-pointer low"
    case 12: "instruction-pointer high"
    default: "argument \((Int(offset) - 16) / 8) \(offset % 8 == 0 ? "low" : "high")"
    }
  }

  private static func hex(_ number: UInt32) -> String { String(number, radix: 16) }

  private static func padded(_ place: Int) -> String {
    let digits = String(place)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
