// SPDX-License-Identifier: MIT

/// What a guest's handler of signals knows of its crash; 168 bytes.
///
/// The guest's own word about itself: the host shows it, and believes nothing of it.
public struct GuestCrash: FixedBody, Hashable {
  /// The size of the layout in bytes.
  public static let byteCount = 24 + 8 * registerNames.count

  /// The registers of x86-64, in the order of the layout.
  public static let registerNames = [
    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15", "rip", "rflags",
  ]

  /// The signal's number.
  public let signal: UInt32
  /// The signal's `si_code`, as the guest's kernel gave it.
  public let code: UInt32
  /// The address that the signal is about: `si_addr`.
  public let address: UInt64
  /// The thread, as the guest counts threads.
  public let thread: UInt32
  /// The registers, in the order of ``registerNames``.
  public let registers: [UInt64]

  /// Makes the value from its fields.
  ///
  /// - Parameter registers: As many as there are names.
  public init(signal: UInt32, code: UInt32, address: UInt64, thread: UInt32, registers: [UInt64]) {
    self.signal = signal
    self.code = code
    self.address = address
    self.thread = thread
    self.registers = registers
  }

  /// Reads the layout.
  ///
  /// - Throws: ``WireError/bodySize(expected:actual:)``.
  public init(body: [UInt8]) throws(WireError) {
    var reader = try Self.reader(for: body)
    signal = reader.read(UInt32.self)
    code = reader.read(UInt32.self)
    address = reader.read(UInt64.self)
    thread = reader.read(UInt32.self)
    _ = reader.read(UInt32.self)
    registers = Self.registerNames.map { _ in reader.read(UInt64.self) }
  }

  /// The layout's bytes; never throws.
  public func encodedBody() throws(WireError) -> [UInt8] {
    var writer = ByteWriter(capacity: Self.byteCount)
    writer.write(signal)
    writer.write(code)
    writer.write(address)
    writer.write(thread)
    writer.write(0 as UInt32)
    for index in Self.registerNames.indices {
      writer.write(registers.indices.contains(index) ? registers[index] : 0)
    }
    return writer.bytes
  }

  /// A register by its name; 0 for a name that is none.
  public func register(_ name: String) -> UInt64 {
    guard let index = Self.registerNames.firstIndex(of: name), registers.indices.contains(index)
    else { return 0 }
    return registers[index]
  }
}
