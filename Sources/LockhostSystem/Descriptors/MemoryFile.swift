// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// A file that lives in memory and travels as a descriptor: `memfd_create(2)`.
public final class MemoryFile: Sendable {
  /// The promises a memory file can be made to keep forever: `fcntl(2)`, File sealing.
  public struct Seals: OptionSet, Hashable, Sendable {
    /// The bits, as in `F_ADD_SEALS`.
    public let rawValue: Int32

    /// Makes a set from its bits.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// No further seals.
    public static let seal = Seals(rawValue: LH_F_SEAL_SEAL)
    /// It cannot become shorter, so a mapping of it cannot raise `SIGBUS`.
    public static let shrink = Seals(rawValue: LH_F_SEAL_SHRINK)
    /// It cannot become longer.
    public static let grow = Seals(rawValue: LH_F_SEAL_GROW)
    /// Nobody can change its bytes.
    public static let write = Seals(rawValue: LH_F_SEAL_WRITE)
    /// Nobody can change its bytes but through mappings that exist already.
    ///
    /// Linux 5.1.
    public static let futureWrite = Seals(rawValue: LH_F_SEAL_FUTURE_WRITE)
    /// Finished content: neither size nor bytes nor seals can change.
    public static let finished: Seals = [.seal, .shrink, .grow, .write]
  }

  /// The descriptor to send.
  public let descriptor: SharedDescriptor

  /// Takes a descriptor that somebody sent; nothing about it is believed yet.
  public init(adopting descriptor: SharedDescriptor) {
    self.descriptor = descriptor
  }

  /// Makes a memory file that can be sealed.
  ///
  /// - Parameter name: For people who read `/proc`; at most 249 bytes.
  /// - Throws: `SystemError` for `memfd_create(2)` or `ftruncate(2)`.
  public static func create(name: String, bytes: Int = 0) throws(SystemError) -> MemoryFile {
    // MFD_NOEXEC_SEAL (Linux 6.3) keeps the file from ever being executable; older kernels do not
    // know the flag, and there the sandbox's own rules have to do.
    let flags = UInt32(LH_MFD_CLOEXEC) | UInt32(LH_MFD_ALLOW_SEALING)
    var number = lh_memfd_create(name, flags | UInt32(LH_MFD_NOEXEC_SEAL))
    if number < 0, errno == EINVAL { number = lh_memfd_create(name, flags) }
    guard number >= 0 else { throw .last("memfd_create(2)") }
    let file = MemoryFile(adopting: SharedDescriptor(adopting: number))
    if bytes > 0 {
      _ = try retryingInterrupts("ftruncate(2)") { ftruncate(number, bytes) }
    }
    return file
  }

  /// Makes a memory file with this content, finished and sealed.
  ///
  /// - Throws: `SystemError` for `memfd_create(2)`, `write(2)` or `fcntl(2)`.
  public static func sealed(name: String, content: [UInt8]) throws(SystemError) -> MemoryFile {
    let file = try create(name: name)
    try file.descriptor.writeAll(content)
    try file.addSeals(.finished)
    return file
  }

  /// Adds seals, which cannot be taken away again.
  ///
  /// - Throws: `SystemError` for `fcntl(2)`: `EBUSY` when `write` is asked for while a writable
  ///   mapping exists, `EPERM` when sealing is sealed.
  public func addSeals(_ seals: Seals) throws(SystemError) {
    guard lh_fcntl_int(descriptor.rawValue, LH_F_ADD_SEALS, seals.rawValue) >= 0 else {
      throw .last("fcntl(2)")
    }
  }

  /// Reads which seals there are.
  ///
  /// - Throws: `SystemError` for `fcntl(2)`: `EINVAL` when the descriptor is no memory file.
  public func seals() throws(SystemError) -> Seals {
    let bits = lh_fcntl_int(descriptor.rawValue, LH_F_GET_SEALS, 0)
    guard bits >= 0 else { throw .last("fcntl(2)") }
    return Seals(rawValue: bits)
  }

  /// Reads the size in bytes.
  ///
  /// - Throws: `SystemError` for `fstat(2)`.
  public func size() throws(SystemError) -> Int {
    var status = stat()
    guard fstat(descriptor.rawValue, &status) == 0 else { throw .last("fstat(2)") }
    return status.st_size
  }

  /// Reads the content from its start, whatever the file position is.
  ///
  /// - Parameter maximumBytes: What is longer is cut off there; check ``size()`` first.
  /// - Throws: `SystemError` for `pread(2)`.
  public func read(maximumBytes: Int) throws(SystemError) -> [UInt8] {
    let wanted = min(try size(), maximumBytes)
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      do throws(SystemError) {
        while count < wanted {
          let part = try retryingInterrupts("pread(2)") {
            pread(
              descriptor.rawValue, buffer.baseAddress?.advanced(by: count), wanted - count, count)
          }
          if part == 0 { return }
          count += part
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Maps the whole file, shared.
  ///
  /// - Throws: `SystemError` for `fstat(2)` or `mmap(2)`: `EINVAL` when it is empty, `EPERM` when
  ///   writing is sealed.
  public func map(writable: Bool) throws(SystemError) -> MappedMemory {
    let count = try size()
    let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
    guard let address = lh_map_shared(count, protection, descriptor.rawValue) else {
      throw .last("mmap(2)")
    }
    return MappedMemory(address: address, count: count)
  }
}
