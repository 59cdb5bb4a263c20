// SPDX-License-Identifier: MIT

enum SyscallTable {
  static let calls: [Syscall] = []
  static let byNumber: [UInt32: Syscall] = [:]
  static let byName: [String: Syscall] = [:]
}
