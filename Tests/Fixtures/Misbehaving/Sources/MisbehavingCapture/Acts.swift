// SPDX-License-Identifier: MIT

import Dispatch
import Glibc

/// What a behaviour does at a press.
///
/// Each prints how far it came, in lines that tests look for.
enum Acts {
  static func act(_ behaviour: Behaviour, sessionContent: String) {
    switch behaviour {
    case .exits: exit(0)
    case .exitsWithSeven: exit(7)
    case .crashesBySegmentationFault: touchNothing()
    case .crashesByAbort: abort()
    case .crashesByTrap: fatalError("asked to")
    case .ignoresDismissal: ignoreEverything()
    case .callsSocket: callSocket(times: 1)
    case .callsSocketInALoop: callSocket(times: .max)
    case .forks: forkAndFork()
    case .executes: executeAgain()
    case .allocates: allocate()
    case .busyWorkers: keepWorkersBusy()
    case .floodsOutput: floodOutput()
    case .fillsContainer: fill("/container")
    case .fillsSessionContent: fill(sessionContent)
    case .looksAround: Surroundings.look(sessionContent)
    case .oddSessionContent: OddFiles.make(in: sessionContent)
    case .manySessionFiles: OddFiles.makeMany(in: sessionContent)
    case .floodsWire: RawWire.flood()
    case .garbageOnWire: RawWire.sendGarbage()
    case .deepMessage: RawWire.sendDeepMessage()
    case .unknownRoute: RawWire.send(route: 0x7EEE, body: "{}")
    case .appsRoute: RawWire.send(route: 0x0603, body: #"{"path":"/session"}"#)
    case .passesDescriptors: RawWire.passDescriptors(count: 200)
    case .passesUnsealedPhoto: RawWire.passUnsealedPhoto()
    case .closesWire: close(RawWire.descriptor)
    default: print("nothing to do")
    }
  }

  static func touchNothing() -> Never {
    UnsafeMutablePointer<Int>(bitPattern: 64)?.pointee = 1
    exit(70)
  }

  private static func ignoreEverything() -> Never {
    for number in 1...64 { signal(Int32(number), SIG_IGN) }
    print("ignoring")
    while true { sleep(1000) }
  }

  private static func callSocket(times: Int) {
    for _ in 0..<times {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      if times == 1 { print("socket: \(descriptor), errno \(descriptor < 0 ? errno : 0)") }
    }
  }

  private static func forkAndFork() {
    var born = 0
    for _ in 0..<200 {
      let child = fork()
      if child == 0 {
        setsid()
        for number in 1...64 { signal(Int32(number), SIG_IGN) }
        while true { sleep(1000) }
      }
      if child > 0 { born += 1 }
    }
    print("forked: \(born), errno \(errno)")
  }

  private static func executeAgain() {
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("again"), nil]
    execve("/bundle/MisbehavingCapture", &arguments, [nil])
    print("execve: errno \(errno)")
  }

  private static func allocate() {
    let block = 16 << 20
    var blocks = 0
    while blocks < 4096, let memory = malloc(block) {
      memset(memory, 0x5A, block)
      blocks += 1
    }
    print("allocated: \(blocks) blocks of \(block)")
  }

  /// Has more to do than there are threads for, over more than one of libdispatch's looks at them.
  private static func keepWorkersBusy() {
    let end = DispatchTime.now() + 2.5
    let group = DispatchGroup()
    for _ in 0..<64 {
      DispatchQueue.global().async(group: group) { while DispatchTime.now() < end {} }
    }
    group.wait()
    print("workers: done")
  }

  private static func floodOutput() {
    let line = String(repeating: "flood ", count: 600)
    for _ in 0..<50_000 { print(line) }
    print("flooded")
  }

  private static func fill(_ folder: String) {
    let block = [UInt8](repeating: 0xA5, count: 1 << 16)
    var total = 0
    for number in 0..<200_000 {
      let file = open("\(folder)/fill-\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard file >= 0 else { break }
      var written = 0
      while written < 64 << 20 {
        let count = write(file, block, block.count)
        guard count > 0 else { break }
        written += count
      }
      total += written
      close(file)
      guard written == 64 << 20 else { break }
    }
    let code = errno
    print("filled: \(total), errno \(code)")
  }
}
