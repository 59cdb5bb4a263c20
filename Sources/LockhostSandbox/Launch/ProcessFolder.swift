// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// What the kernel says in `/proc` of one process; nothing, of one that has gone.
enum ProcessFolder {
  /// Visits the processes below pid 1 of a guest, up to a number of them.
  ///
  /// Whoever loses its parent becomes a child of pid 1, so all of them are found from there.
  static func visit(below first: Int32, atMost limit: Int, _ body: (Int32) -> Void) {
    // pid 1 has one thread.
    var waiting = children(of: first, thread: "\(first)")
    var count = 0
    while let process = waiting.popLast(), count < limit {
      count += 1
      waiting += children(of: process)
      body(process)
    }
  }

  private static func children(of process: Int32) -> [Int32] {
    names(in: "/proc/\(process)/task").flatMap { children(of: process, thread: $0) }
  }

  private static func children(of process: Int32, thread: String) -> [Int32] {
    bytes("/proc/\(process)/task/\(thread)/children").split(separator: UInt8(ascii: " "))
      .map { Int32(truncatingIfNeeded: number($0)) }.filter { $0 > 0 }
  }

  static func addMemory(of process: Int32, to use: inout GuestUse) {
    for (kind, bytes) in amounts(of: process) {
      switch kind {
      case .ownMemory, .swapped: use.privateBytes += bytes
      case .tables: use.tableBytes += bytes
      case .sharedMemory: use.mappedSharedBytes += bytes
      case .largest: break
      }
    }
  }

  /// Adds the processor time of a process and of those that it waited for, to a hundredth of a
  /// second, and notes its largest resident size.
  static func addConsumption(of process: Int32, to resources: inout GuestExit.Resources) {
    // The name is in parentheses and the process's own choice, so fields count from the last one.
    let line = bytes("/proc/\(process)/stat").split(separator: UInt8(ascii: ")")).last ?? []
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count > 14 else { return }
    let ticks = fields[11...14].map(number)
    resources.userMicroseconds += (ticks[0] + ticks[2]) * microsecondsPerTick
    resources.systemMicroseconds += (ticks[1] + ticks[3]) * microsecondsPerTick
    for (kind, bytes) in amounts(of: process) where kind == .largest {
      resources.maximumResidentBytes = max(resources.maximumResidentBytes, bytes)
    }
  }

  /// The lines of a process's `status` that tell an amount of memory.
  private enum Amount: String, CaseIterable {
    case largest = "VmHWM:"
    case ownMemory = "RssAnon:"
    case sharedMemory = "RssShmem:"
    case tables = "VmPTE:"
    case swapped = "VmSwap:"

    /// Their names by bytes, made once.
    static let names = allCases.map { (kind: $0, name: Array($0.rawValue.utf8)) }
  }

  /// The amounts of memory in a process's `status`, in bytes.
  ///
  /// By bytes and not by characters: this is done ten times a second for each guest, and before each is
  /// killed.
  private static func amounts(of process: Int32) -> [(kind: Amount, bytes: Int)] {
    var amounts: [(kind: Amount, bytes: Int)] = []
    for line in bytes("/proc/\(process)/status").split(separator: UInt8(ascii: "\n")) {
      guard let known = Amount.names.first(where: { line.starts(with: $0.name) }) else { continue }
      amounts.append((known.kind, number(line.dropFirst(known.name.count)) * 1024))
    }
    return amounts
  }

  /// The first whole number in some bytes; 0 without one.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 0
    for byte in bytes.drop(while: { !isDigit($0) }).prefix(while: isDigit) {
      // The kernel's numbers fit.
      number = number &* 10 &+ Int(byte &- UInt8(ascii: "0"))
    }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
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

  static func text(_ path: String) -> String { String(decoding: bytes(path), as: UTF8.self) }

  private static func bytes(_ path: String) -> [UInt8] {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return [] }
    let file = SharedDescriptor(adopting: number)
    do throws(SystemError) {
      return try file.read(maximumBytes: 8192) ?? []
    } catch {
      return []
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
