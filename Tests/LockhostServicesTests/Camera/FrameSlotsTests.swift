// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostServices

@Suite("The slots that frames reach a guest in")
struct FrameSlotsTests {
  private let slots: FrameSlots
  private let size = 4096

  init() throws { slots = try FrameSlots(frameBytes: 4096) }

  private func layout(_ byte: UInt8) -> FrameLayout {
    FrameLayout(bytes: [UInt8](repeating: byte, count: size))
  }

  /// Lends a slot for a picture, and says whether it was drawn.
  private func lend(_ layout: FrameLayout?) -> (slot: Int?, isDrawn: Bool) {
    var isDrawn = false
    let slot = unsafe slots.lend(showing: layout) { target in
      isDrawn = true
      guard let layout else { return }
      unsafe layout.bytes.withUnsafeBytes { unsafe target.copyFrame(from: $0) }
    }
    return (slot, isDrawn)
  }

  private func bytes(in slot: Int) throws -> [UInt8] {
    let memory = try slots.file.map(writable: false)
    return withExtendedLifetime(memory) {
      unsafe Array(memory.bytes[(slot * slots.slotBytes)..<((slot + 1) * slots.slotBytes)])
    }
  }

  @Test("show a still picture until something else is drawn into them") func still() throws {
    let (first, second) = (layout(1), layout(2))
    #expect(lend(first) == (0, true))
    slots.takeBack(0)
    #expect(lend(first) == (0, false))
    #expect(try bytes(in: 0) == first.bytes)
    // The guest holds that one, so the picture has to stand in another as well.
    #expect(lend(first) == (1, true))
    slots.takeBack(0)
    slots.takeBack(1)
    #expect(lend(second) == (0, true))
    #expect(try bytes(in: 0) == second.bytes)
    // The first picture is in the second slot still.
    #expect(lend(first) == (1, false))
    #expect(try bytes(in: 1) == first.bytes)
  }

  @Test("are drawn each time for pictures that move") func moving() throws {
    let still = layout(3)
    #expect(lend(still) == (0, true))
    slots.takeBack(0)
    #expect(lend(nil) == (0, true))
    slots.takeBack(0)
    #expect(lend(still) == (0, true))
  }

  @Test("do not keep a picture that nobody shows any more") func released() throws {
    var picture: FrameLayout? = layout(4)
    weak var kept: FrameLayout?
    kept = picture
    #expect(lend(picture) == (0, true))
    picture = nil
    #expect(kept == nil)
  }

  @Test("none is drawn into that a guest holds") func held() throws {
    let picture = layout(5)
    for slot in 0..<FrameSlots.count { #expect(lend(picture) == (slot, true)) }
    #expect(lend(picture) == (nil, false))
    #expect(!slots.hasFree)
    slots.takeBack(3)
    #expect(lend(picture) == (3, false))
  }

  @Test(
    "a frame of any size and place is copied whole, and nothing else",
    arguments: [0, 1, 15, 63, 64, 65, 127, 128, 191, 1000, 4096])
  func copies(_ count: Int) throws {
    let source = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    for offset in [0, 1, 8, 16, 63] {
      var target = [UInt8](repeating: 0xEE, count: count + 128)
      unsafe target.withUnsafeMutableBytes { target in
        let place = unsafe UnsafeMutableRawBufferPointer(
          rebasing: target[offset..<(offset + count)])
        unsafe source.withUnsafeBytes { unsafe place.copyFrame(from: $0) }
      }
      #expect(Array(target[offset..<(offset + count)]) == source)
      #expect(target[..<offset].allSatisfy { $0 == 0xEE })
      #expect(target[(offset + count)...].allSatisfy { $0 == 0xEE })
    }
  }
}
