// SPDX-License-Identifier: MIT

/// The names of an image's functions, from its symbol table; a stripped image has none.
struct SymbolTable {
  private struct Symbol {
    let low: UInt64
    let size: UInt64
    let name: UInt32
  }

  private static let entryBytes = 24
  private static let maximumSymbols = 1 << 20

  private let names: [UInt8]
  private var symbols: [Symbol] = []

  /// Reads the table of an image once through.
  init(_ image: DebugImage) throws(DebugDataError) {
    let table = try image.section(".symtab")
    names = try image.section(".strtab")
    guard table.count / Self.entryBytes <= Self.maximumSymbols else { throw .tooMuch }
    for place in stride(from: 0, to: table.count - Self.entryBytes + 1, by: Self.entryBytes) {
      var cursor = ByteCursor(table, from: place)
      let name = try cursor.u32()
      let information = try cursor.u8()
      try cursor.skip(3)
      let (value, size) = (try cursor.u64(), try cursor.u64())
      // STT_FUNC
      guard information & 0xf == 2, value != 0 else { continue }
      symbols.append(Symbol(low: value, size: size, name: name))
    }
    symbols.sort { $0.low < $1.low }
  }

  /// What it keeps of the file.
  var heldBytes: Int { names.count + symbols.count * 24 }

  /// The name of the function that an instruction is in.
  func function(at address: UInt64) -> String? {
    var (low, high) = (0, symbols.count)
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].low <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    guard symbol.size == 0 || address - symbol.low < symbol.size else { return nil }
    var cursor = ByteCursor(names, from: Int(symbol.name))
    guard let name = try? cursor.text(), !name.isEmpty else { return nil }
    return MangledName.readable(name)
  }
}
