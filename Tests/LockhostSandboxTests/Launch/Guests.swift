// SPDX-License-Identifier: MIT

import Glibc
import LockhostSandbox
import LockhostSystem

/// Guests as these tests start them: the probe program, alone in an empty root.
enum Guests {
  /// One spawner for all tests, as one host has.
  static let spawner = try? Spawner()

  /// A user of the guests' own, where the tests run as root; nobody else has it.
  static let user: UInt32 = 730_001

  static var identity: GuestSpecification.Identity {
    geteuid() == 0 ? .unprivileged(user: user, group: user) : .own
  }

  /// A filter that admits everything, so that what refuses is another layer.
  static let admitsEverything: [UInt8] = [0x06, 0, 0, 0, 0, 0, 0xff, 0x7f]

  /// A guest that runs one of the built programs, with a container.
  static func program(_ name: String, _ arguments: [String]) throws -> GuestSpecification {
    let path = try ProgramFolder.path(of: name)
    var guest = GuestSpecification(
      executable: .init(source: .init(path: path), path: "/program"),
      arguments: [name] + arguments, identity: identity,
      filter: .init(program: admitsEverything, hasListener: false))
    guest.mounts = [.program(path, at: "/program")]
    guest.directories = ["/container/tmp"]
    guest.workingDirectory = "/container"
    return guest
  }
}

extension SharedDescriptor {
  /// Reads until the end of the file.
  func readToEnd() throws -> String {
    var bytes: [UInt8] = []
    while let part = try read(maximumBytes: 65_536), !part.isEmpty { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }
}
