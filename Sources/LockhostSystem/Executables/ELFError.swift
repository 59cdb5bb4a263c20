// SPDX-License-Identifier: MIT

/// Why a file is no program that could run here, or why its libraries could not be found.
public enum ELFError: Error, Hashable, Sendable {
  /// It does not begin as an ELF file does.
  case notELF
  /// It is for processors of another word size or byte order.
  case unsupportedFormat
  /// It is neither a program nor a shared object.
  case unsupportedType(UInt16)
  /// It is for another machine, by its number in `elf.h`.
  case wrongMachine(UInt16)
  /// Something lies outside of the file.
  case truncated(String)
  /// Something in it cannot be.
  case malformed(String)
  /// A library that an object needs is nowhere that the loader would look.
  case libraryNotFound(name: String, neededBy: String)
  /// It needs more objects than any real program.
  case tooManyObjects(Int)
  /// The kernel refused a call on it.
  case system(SystemError)
}

extension ELFError: CustomStringConvertible {
  /// The error as the rest of a sentence that begins with the file's path.
  public var description: String {
    switch self {
    case .notELF: "is not an ELF file"
    case .unsupportedFormat: "is not a 64-bit little-endian ELF file"
    case .unsupportedType(let type): "is neither a program nor a shared object (type \(type))"
    case .wrongMachine(let machine): "is for another machine (\(ELFImage.machineName(machine)))"
    case .truncated(let what): "is cut short: \(what) lies outside of it"
    case .malformed(let what): "is damaged: \(what)"
    case .libraryNotFound(let name, let user): "needs \(name) (for \(user)), which is not found"
    case .tooManyObjects(let limit): "needs more than \(limit) objects"
    case .system(let error): "cannot be read: \(error)"
    }
  }
}
