// SPDX-License-Identifier: MIT

/// An error number of the kernel, by number and by name.
public struct ErrorNumber: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, 1 to 4095.
  public let rawValue: UInt16

  /// Takes the number.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Finds the number of a name such as `EPERM`.
  public init?(named name: String) {
    guard let entry = Self.table.first(where: { $0.name == name }) else { return nil }
    rawValue = entry.number
  }

  /// Operation not permitted: a call that is known and refused.
  public static let notPermitted = ErrorNumber(rawValue: 1)
  /// No space left on device: a disk that is full.
  public static let noSpace = ErrorNumber(rawValue: 28)
  /// Function not implemented: a call that a caller must be able to do without.
  public static let notImplemented = ErrorNumber(rawValue: 38)
  /// Operation not supported: something that not every file system has.
  public static let notSupported = ErrorNumber(rawValue: 95)

  /// The name, or the number where it has none here.
  public var description: String {
    Self.table.first { $0.number == rawValue }?.name ?? String(rawValue)
  }

  /// Every error that a policy may answer with.
  static let names: [String] = table.map(\.name)

  private static let table: [(name: String, number: UInt16)] = [
    ("EPERM", 1), ("ENOENT", 2), ("ESRCH", 3), ("EINTR", 4), ("EIO", 5), ("ENXIO", 6),
    ("E2BIG", 7), ("ENOEXEC", 8), ("EBADF", 9), ("ECHILD", 10), ("EAGAIN", 11), ("ENOMEM", 12),
    ("EACCES", 13), ("EFAULT", 14), ("EBUSY", 16), ("EEXIST", 17), ("EXDEV", 18), ("ENODEV", 19),
    ("ENOTDIR", 20), ("EISDIR", 21), ("EINVAL", 22), ("ENFILE", 23), ("EMFILE", 24),
    ("ENOTTY", 25), ("EFBIG", 27), ("ENOSPC", 28), ("ESPIPE", 29), ("EROFS", 30), ("EPIPE", 32),
    ("ENOSYS", 38), ("ELOOP", 40), ("EPROTONOSUPPORT", 93), ("ESOCKTNOSUPPORT", 94),
    ("EOPNOTSUPP", 95), ("EAFNOSUPPORT", 97), ("EADDRNOTAVAIL", 99), ("ENETDOWN", 100),
    ("ENETUNREACH", 101), ("ETIMEDOUT", 110), ("ECONNREFUSED", 111), ("EHOSTUNREACH", 113),
    ("EDQUOT", 122), ("ECANCELED", 125),
  ]
}
