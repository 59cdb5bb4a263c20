// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem

/// A message to another process and back: what the kernel takes for any event and its answer.
enum Echo {
  /// The other process: sends back whatever comes over descriptor 3, until that ends.
  static func run() -> Never {
    let socket = PacketSocket(adopting: OwnedDescriptor(adopting: 3))
    while case .packet(let packet)? = try? socket.receive(maximumBytes: 4096, waiting: true) {
      _ = try? socket.send(packet.bytes, descriptors: [], waiting: true)
    }
    exit(0)
  }

  /// Round trips of 64 bytes.
  static func measure(count: Int) throws -> Measurement {
    let (near, far) = try PacketSocket.pair()
    var process: Int32 = 0
    let path = try ProgramFolder.path(of: "lockhost-bench")
    let code = unsafe lh_spawn_program(path, "echo", nil, far.descriptor.rawValue, &process)
    guard code == 0 else { throw SystemError(call: "posix_spawn(3)", code: code) }
    defer { lh_end_child(process) }
    let message = [UInt8](repeating: 0x2A, count: 64)
    var measurement = Measurement()
    for number in 0..<(count + 100) {
      let begun = MonotonicInstant.now
      _ = try near.send(message, descriptors: [], waiting: true)
      _ = try near.receive(maximumBytes: 4096, waiting: true)
      if number >= 100 { measurement.note("roundTrip", begun.duration(to: .now)) }
    }
    return measurement
  }
}
