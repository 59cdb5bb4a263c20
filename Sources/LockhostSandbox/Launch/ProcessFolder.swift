// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What the kernel says in `/proc` of one process; nothing, of one that has gone.
enum ProcessFolder {
  /// Visits the processes below pid 1 of a guest, up to a number of them.
  ///
  /// Whoever loses its parent becomes a child of pid 1, so all of them are found from there.
  static func visit(below first: Int32, atMost limit: Int, _ body: (Int32) -> Void) {
    var waiting = children(of: first)
    var count = 0
    while let process = waiting.popLast(), count < limit {
      count += 1
      waiting += children(of: process)
      body(process)
    }
  }

  private static func children(of process: Int32) -> [Int32] {
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
      case "VmPTE:": use.tableBytes += kibibytes * 1024
      case "RssShmem:": use.mappedSharedBytes += kibibytes * 1024
      default: break
      }
    }
  }

  /// Adds the processor time of a process and of those that it waited for, to a hundredth of a
  /// second, and notes its largest resident size.
  static func addConsumption(of process: Int32, to resources: inout GuestExit.Resources) {
    // The name is in parentheses and the process's own choice, so fields count from the last one.
    let line = text("/proc/\(process)/stat").split(separator: ")").last ?? ""
    let fields = line.split(separator: " ")
    guard fields.count > 14 else { return }
    let ticks = fields[11...14].map { Int($0) ?? 0 }
    resources.userMicroseconds += (ticks[0] + ticks[2]) * microsecondsPerTick
    resources.systemMicroseconds += (ticks[1] + ticks[3]) * microsecondsPerTick
    for line in text("/proc/\(process)/status").split(separator: "\n") {
      let words = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
      guard words.first == "VmHWM:", words.count == 3, let kibibytes = Int(words[1])
      else { continue }
      resources.maximumResidentBytes = max(resources.maximumResidentBytes, kibibytes * 1024)
    }
  }

  private static let microsecondsPerTick = 1_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))

  static func addFiles(
    of process: Int32, container: UInt?, to use: inout GuestUse, known: inout OpenFiles
  ) {
    var sockets: [Int32] = []
    for number in names(in: "/proc/\(process)/fd") {
      let path = "/proc/\(process)/fd/\(number)"
      let name = link(path)
      if name.hasPrefix("socket:") {
        if known.sockets.insert(name).inserted, let number = Int32(number) {
          sockets.append(number)
        }
      } else if name.hasPrefix("pipe:") {
        known.pipes.insert(name)
      } else if name.hasSuffix(" (deleted)") {
        addUnnamed(path, isMemory: name.hasPrefix("/memfd:"), container, &use, &known)
      }
    }
    if !sockets.isEmpty { use.socketBytes += bytes(inSockets: sockets, of: process) }
  }

  private static func addUnnamed(
    _ path: String, isMemory: Bool, _ container: UInt?, _ use: inout GuestUse,
    _ known: inout OpenFiles
  ) {
    var facts = stat()
    guard unsafe stat(path, &facts) == 0,
      known.unnamed.insert(
        OpenFiles.Identity(device: UInt(facts.st_dev), inode: UInt(facts.st_ino))
      ).inserted
    else { return }
    let bytes = Int(facts.st_blocks) * 512
    if isMemory {
      use.memoryFileBytes += bytes
    } else if UInt(facts.st_dev) != container {
      use.unnamedFileBytes += bytes
    }
  }

  private static func bytes(inSockets numbers: [Int32], of process: Int32) -> Int {
    do throws(SystemError) {
      let descriptor = try ProcessDescriptor.open(process)
      return numbers.reduce(0) { $0 + (descriptor.bytes(inSocket: $1) ?? 0) }
    } catch {
      // It has gone meanwhile.
      return 0
    }
  }

  static func text(_ path: String) -> String {
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

/// What was met already: many descriptors and many processes have the same file.
struct OpenFiles {
  struct Identity: Hashable {
    let device: UInt
    let inode: UInt
  }

  var unnamed: Set<Identity> = []
  /// By their links, `pipe:[123]` and `socket:[123]`.
  var pipes: Set<String> = []
  var sockets: Set<String> = []
}
