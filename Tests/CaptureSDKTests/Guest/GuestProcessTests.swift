// SPDX-License-Identifier: MIT

import Foundation
import LockhostGuest
import LockhostSystem
import LockhostWire
import Testing

@Suite("A guest's process", .timeLimit(.minutes(2)))
struct GuestProcessTests {
  /// Makes a socket as a host would, and answers `hello` on its other end.
  ///
  /// The guest's end keeps its number: number 3 may be in use in a test's process.
  private static func becomeGuest(
    _ answer: @escaping TestHost.Responder
  ) throws -> (host: TestHost, wire: Int32) {
    let host = try TestHost(launch: nil)
    host.answer(.hello, answer)
    let end = try #require(host.takeGuestEnd())
    let wire = try end.descriptor.duplicate().release()
    unsafe setenv("LOCKHOST_PROTOCOL", "1", 1)
    return (host, wire)
  }

  private func complaint(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("run by hand, it says how to run it, and exits with 64") func byHand() async {
    let result = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) {
      unsafe unsetenv("LOCKHOST_PROTOCOL")
      GuestProcess.start(role: .extension)
    }
    #expect(complaint(result).contains("this is a lockhost extension; run `lockhost launch`"))
  }

  @Test("with something else in the wire's place, likewise") func otherDescriptor() async {
    await #expect(processExitsWith: .exitCode(64)) {
      unsafe setenv("LOCKHOST_PROTOCOL", "1", 1)
      let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
      GuestProcess.start(role: .extension, wire: null)
    }
  }

  @Test("a host of another version is named before hello, and the exit code is 76")
  func otherVersion() async {
    let result = await #expect(
      processExitsWith: .exitCode(76), observing: [\.standardErrorContent]
    ) {
      let (_, wire) = try Self.becomeGuest { _, _ in .silence }
      unsafe setenv("LOCKHOST_PROTOCOL", "9", 1)
      GuestProcess.start(role: .extension, wire: wire)
    }
    #expect(complaint(result).contains("the host speaks protocol version 9"))
  }

  @Test("a host that refuses the versions is quoted, and the exit code is 76")
  func refusedVersion() async {
    let result = await #expect(
      processExitsWith: .exitCode(76), observing: [\.standardErrorContent]
    ) {
      let (host, wire) = try Self.becomeGuest { _, _ in
        .failure(WireFailure(.unsupported, "this lockhost speaks 7…9"))
      }
      GuestProcess.start(role: .app, wire: wire)
      withExtendedLifetime(host) {}
    }
    #expect(complaint(result).contains("this lockhost speaks 7…9"))
  }

  @Test("a good hello connects, and the role arrives") func connects() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let (host, wire) = try Self.becomeGuest { message, _ in
        guard try Hello(body: message.body).role == .control else { throw GuestError.closed }
        return .reply(TestHost.context(role: .control))
      }
      let connection = GuestProcess.start(role: .control, wire: wire)
      guard connection === GuestConnection.shared, connection.launch.role == .control else {
        return
      }
      withExtendedLifetime(host) {}
      exit(7)
    }
  }

  @Test("when the host goes away, the guest ends at once with 0") func hostGone() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let (host, wire) = try Self.becomeGuest { _, _ in .reply(TestHost.context()) }
      GuestProcess.start(role: .extension, wire: wire)
      host.hangUp()
      sleep(60)
      exit(9)
    }
  }
}
