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
    let later = Self.start.advanced(by: .seconds(1))
    let changes = [
      latch.note(Self.camera.id, isMet: true, at: Self.start),
      latch.note(Self.camera.id, isMet: false, at: Self.start),
      latch.note(Self.camera.id, isMet: true, at: later),
    ]
    #expect(changes == [true, false, false])
    #expect(latch.missing == [Self.handler])
    #expect(latch.met == [Self.camera.id: Self.start])
  }

  @Test("what was never met does not count")
  func neverMet() {
    var latch = RequirementLatch([Self.handler])
    let isNew = latch.note(Self.handler.id, isMet: false, at: Self.start)
    #expect(!isNew)
    #expect(latch.missing == [Self.handler])
  }

  @Test("what nobody asked for changes nothing that is missing")
  func notAskedFor() {
    var latch = RequirementLatch([Self.handler])
    _ = latch.note(Self.camera.id, isMet: true, at: Self.start)
    #expect(latch.missing == [Self.handler])
  }
}
