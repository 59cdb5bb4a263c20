// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import Testing

@testable import Lockhost

@Suite("Requirements are latched")
struct RequirementLatchTests {
  private static let camera = Requirement(id: .init("camera"), title: "a camera")
  private static let handler = Requirement(id: .init("handler"), title: "a handler")
  private static let start = MonotonicInstant(nanoseconds: 5)

  @Test("what is met once stays met")
  func staysMet() {
    var latch = RequirementLatch([Self.camera, Self.handler])
    #expect(latch.missing == [Self.camera, Self.handler])
    #expect(latch.note(Self.camera.id, isMet: true, at: Self.start))
    #expect(!latch.note(Self.camera.id, isMet: false, at: Self.start))
    #expect(!latch.note(Self.camera.id, isMet: true, at: Self.start.advanced(by: .seconds(1))))
    #expect(latch.missing == [Self.handler])
    #expect(latch.met == [Self.camera.id: Self.start])
  }

  @Test("what was never met does not count")
  func neverMet() {
    var latch = RequirementLatch([Self.handler])
    #expect(!latch.note(Self.handler.id, isMet: false, at: Self.start))
    #expect(latch.missing == [Self.handler])
  }

  @Test("what nobody asked for changes nothing that is missing")
  func notAskedFor() {
    var latch = RequirementLatch([Self.handler])
    _ = latch.note(Self.camera.id, isMet: true, at: Self.start)
    #expect(latch.missing == [Self.handler])
  }
}
