// SPDX-License-Identifier: MIT

import LockhostServices
import LockhostSystem
import LockhostWire
import Testing

@Suite("Admission")
struct AdmissionTableTests {
  let start = MonotonicInstant(nanoseconds: 10_000_000_000)

  private func table() -> AdmissionTable {
    AdmissionTable(
      [
        Admission(.contextGet, from: [.extension], rate: .init(perSecond: 10, burst: 3)),
        Admission(
          .photosAdd, in: [.ready], rate: .init(perSecond: 1, burst: 1), descriptors: 1...4),
      ], now: start)
  }

  @Test("each rule of a line is kept")
  func rules() {
    var table = table()
    func code(
      _ route: Route, _ role: GuestRole = .extension, _ state: Admission.State = .ready,
      descriptors: Int = 0
    ) -> WireFailure.Code? {
      table.refusal(of: route, from: role, in: state, descriptors: descriptors, now: start)?.code
    }
    #expect(code(.contextGet) == nil)
    #expect(code(.openApplication) == .unknownRoute)
    #expect(code(.contextGet, .app) == .notPermitted)
    #expect(code(.contextGet, .extension, .ending) == .notPermitted)
    #expect(code(.contextGet, descriptors: 1) == .badMessage)
    #expect(code(.photosAdd, descriptors: 0) == .badMessage)
    #expect(code(.photosAdd, descriptors: 5) == .badMessage)
    #expect(code(.photosAdd, .extension, .presented, descriptors: 1) == .notPermitted)
    // None of the refusals has cost a token.
    #expect(code(.photosAdd, descriptors: 1) == nil)
    #expect(code(.photosAdd, descriptors: 1) == .tooMany)
  }

  @Test("a bucket empties by bursts and refills with time")
  func rate() {
    var bucket = TokenBucket(.init(perSecond: 10, burst: 3), now: start)
    func take(_ times: Int, after wait: Duration) -> [Bool] {
      (0..<times).map { _ in bucket.take(now: start.advanced(by: wait)) }
    }
    #expect(take(5, after: .zero) == [true, true, true, false, false])
    #expect(take(1, after: .milliseconds(99)) == [false])
    #expect(take(2, after: .milliseconds(100)) == [true, false])
    #expect(take(4, after: .seconds(3600)) == [true, true, true, false])
    // Time that goes backwards, or to its end, does no harm.
    #expect(take(1, after: .zero) == [false])
    let isTaken = bucket.take(now: MonotonicInstant(nanoseconds: .max))
    #expect(isTaken)
  }

  @Test("over a minute, a guest gets its rate and not more")
  func sustained() {
    var bucket = TokenBucket(.init(perSecond: 7, burst: 5), now: start)
    let taken = (0..<60_000).filter { bucket.take(now: start.advanced(by: .milliseconds($0))) }
    #expect((420...426).contains(taken.count))
  }
}
