// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// How much memory a whole guest holds at one moment, also where no process shows it.
///
/// Without a cgroup nobody counts this for us. What pipes and sockets hold is not in it: with at most
/// `openFiles` descriptors it is bounded by the kernel's own limits (208 KiB a socket, 64 MiB of pipes
/// for a user).
package struct GuestUse: Hashable, Sendable {
  /// Memory of its processes that no file stands behind, swapped out or not.
  package var privateBytes = 0
  /// Shared memory that is mapped.
  package var mappedSharedBytes = 0
  /// Memory files (`memfd_create(2)`) that are open, mapped or not.
  package var memoryFileBytes = 0
  /// What is in its temporary container.
  package var containerBytes = 0
  /// Files outside of the container that are open and have no name any more.
  ///
  /// They take room on the disk that no count of a folder finds.
  package var unnamedFileBytes = 0
  /// Processes, without pid 1.
  package var processes = 0

  /// The sum.
  ///
  /// A memory file or a file of the container that is mapped is in both halves of the shared memory,
  /// so the larger half counts: the sum may be too small, by less than half, and is never too large.
  package var bytes: Int {
    privateBytes + max(mappedSharedBytes, memoryFileBytes + containerBytes)
  }
}

extension GuestProcess {
  /// Measures the guest now; nil when it is dead, or this process may not look.
  ///
  /// Reads a few files in `/proc` for each thread and one link for each descriptor: some tens of
  /// microseconds for an ordinary guest.
  package func use() -> GuestUse? {
    guard let first = initialProcess.number else { return nil }
    var use = GuestUse()
    var files: Set<OpenFileIdentity> = []
    // Whoever loses its parent becomes a child of pid 1, so all of them are found from there.
    var waiting = ProcessFolder.children(of: first)
    while let process = waiting.popLast(), use.processes < Self.mostProcesses {
      use.processes += 1
      waiting += ProcessFolder.children(of: process)
      ProcessFolder.addMemory(of: process, to: &use)
      ProcessFolder.addFiles(
        of: process, container: container?.device, to: &use, known: &files)
    }
    use.containerBytes = container?.use()?.bytes ?? 0
    // The numbers were the guest's for as long as its pid 1 was not reaped.
    return initialProcess.hasExited ? nil : use
  }

  /// More than any limit on processes lets be; a bound on the work for a guest that forks meanwhile.
  private static var mostProcesses: Int { 1024 }
}

private struct OpenFileIdentity: Hashable {
  let device: UInt
  let inode: UInt
}

/// What the kernel says in `/proc` of one process; nothing, of one that has gone.
private enum ProcessFolder {
  static func children(of process: Int32) -> [Int32] {
    names(in: "/proc/\(process)/task").flatMap { thread in
      text("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap {
        Int32($0)
      }
    }
  }

  static func addMemory(of process: Int32, to use: inout GuestUse) {
    for line in text("/proc/\(process)/status").split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      guard words.count == 3, let kibibytes = Int(words[1]) else { continue }
      switch words[0] {
      case "RssAnon:", "VmSwap:": use.privateBytes += kibibytes * 1024
      case "RssShmem:": use.mappedSharedBytes += kibibytes * 1024
      default: break
      }
    }
  }

  static func addFiles(
    of process: Int32, container: UInt?, to use: inout GuestUse,
    known: inout Set<OpenFileIdentity>
  ) {
    for number in names(in: "/proc/\(process)/fd") {
      let path = "/proc/\(process)/fd/\(number)"
      let name = link(path)
      guard name.hasSuffix(" (deleted)") else { continue }
      var facts = stat()
      guard unsafe stat(path, &facts) == 0,
        known.insert(
          OpenFileIdentity(device: UInt(facts.st_dev), inode: UInt(facts.st_ino))
        ).inserted
      else { continue }
      let bytes = Int(facts.st_blocks) * 512
      if name.hasPrefix("/memfd:") {
        use.memoryFileBytes += bytes
      } else if UInt(facts.st_dev) != container {
        use.unnamedFileBytes += bytes
      }
    }
  }

  private static func text(_ path: String) -> String {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return "" }
    let file = SharedDescriptor(adopting: number)
    do throws(SystemError) {
      return String(decoding: try file.read(maximumBytes: 8192) ?? [], as: UTF8.self)
    } catch {
      return ""
    }
  }

  private static func link(_ path: String) -> String {
    let room = Int(PATH_MAX)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      let length = unsafe start.withMemoryRebound(to: CChar.self, capacity: room) {
        unsafe readlink(path, $0, room)
      }
      count = max(0, length)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func names(in path: String) -> [String] {
    guard let folder = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
