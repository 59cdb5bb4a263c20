// SPDX-License-Identifier: MIT

import Glibc
package import LockhostSystem

/// A folder with things in it that Foundation can neither make nor name.
package struct HostileFolder: Sendable {
  /// Where it lies, with room beside it for what must not be touched.
  package let scratch: ScratchFolder
  /// The folder itself, `tree` in the scratch folder.
  package let directory: Directory
  /// The name of the folder.
  package static let name = FileName(literal: "tree")

  /// Makes an empty one.
  package init() throws {
    let scratch = try ScratchFolder()
    try self.init(scratch, Directory.open(path: scratch.path))
  }

  private init(_ scratch: ScratchFolder, _ parent: Directory) throws {
    self.scratch = scratch
    directory = try parent.directory(Self.name, creating: 0o700)
  }

  /// Takes a folder that exists.
  package init(_ directory: Directory, in scratch: ScratchFolder) {
    self.scratch = scratch
    self.directory = directory
  }

  /// The folder in which it lies.
  package var parent: Directory { get throws { try Directory.open(path: scratch.path) } }

  /// Makes a plain file.
  package func file(
    _ name: FileName, in folder: Directory? = nil, text: String = "content"
  ) throws {
    let file = try (folder ?? directory).makeFile(name, permissions: 0o600)
    try file.writeAll(Array(text.utf8))
  }

  /// Makes a chain of directories, each in the one before, with a file at its end.
  package func chain(levels: Int) throws {
    var current = directory
    let name = FileName(literal: "level")
    for _ in 0..<levels { current = try current.directory(name, creating: 0o700) }
    try file(FileName(literal: "deepest"), in: current)
  }

  /// Makes a named pipe, a socket, and links to places outside: six entries.
  package func specials() throws {
    let here = "/proc/self/fd/\(directory.descriptor.rawValue)"
    try check(unsafe mkfifo("\(here)/pipe", 0o600))
    try link(to: "/etc/passwd", as: "link to file")
    try link(to: "/etc", as: "link to folder")
    try link(to: "/", as: "link to root")
    try link(to: "nowhere", as: "dangling")
    try socket("\(here)/socket")
  }

  /// Makes a symbolic link.
  package func link(to target: String, as name: String) throws {
    try check(unsafe symlink(target, "/proc/self/fd/\(directory.descriptor.rawValue)/\(name)"))
  }

  /// Makes another name for a file.
  package func hardLink(to path: String, as name: String) throws {
    try check(unsafe Glibc.link(path, "/proc/self/fd/\(directory.descriptor.rawValue)/\(name)"))
  }

  /// Makes a socket that nobody listens on.
  private func socket(_ path: String) throws {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = OwnedDescriptor(adopting: Glibc.socket(AF_UNIX, type, 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe bind(socket.rawValue, generic, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try check(result)
  }

  private func check(_ result: Int32) throws {
    let code = errno
    guard result == 0 else { throw SystemError(call: "a call of the test", code: code) }
  }
}
