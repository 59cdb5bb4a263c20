// SPDX-License-Identifier: MIT

import LockhostSystem

/// The shared memory through which frames reach a guest: a few slots, each lent or free.
///
/// The host maps it for writing and then seals it, so that nobody can map it so again: the guest
/// can only read. So a slot that shows a still picture goes on showing it, and is not drawn again. Which
/// slots are lent is known here alone; nothing in the memory is ever read.
/// Used on the camera's queue only.
package final class FrameSlots {
  /// How many frames a guest can hold on to before it gets no more.
  package static let count = 6
  private static let pageBytes = 4096

  /// The descriptor to send, of memory that can only be mapped for reading.
  let file: MemoryFile
  /// Bytes from one slot to the next: whole pages.
  let slotBytes: Int
  private let memory: MappedMemory
  private var lent = [Bool](repeating: false, count: FrameSlots.count)
  private var shown = [Shown](repeating: Shown(), count: FrameSlots.count)

  /// The still picture that stands in a slot, for as long as somebody shows it.
  private struct Shown {
    weak var layout: FrameLayout?
  }

  /// Makes memory for frames of a size.
  ///
  /// - Throws: `SystemError` for `memfd_create(2)`, `ftruncate(2)`, `mmap(2)` or `fcntl(2)`.
  init(frameBytes: Int) throws(SystemError) {
    slotBytes = (frameBytes + Self.pageBytes - 1) / Self.pageBytes * Self.pageBytes
    file = try MemoryFile.create(name: "lockhost-frames", bytes: slotBytes * Self.count)
    // In this order: the seal forbids every later writable mapping, also ours.
    memory = try file.map(writable: true)
    try file.addSeals([.shrink, .grow, .futureWrite])
    try file.addSeals(.seal)
  }

  /// How many slots the guest holds.
  var lentCount: Int { lent.count { $0 } }

  /// Whether there is a slot to draw into.
  var hasFree: Bool { lent.contains(false) }

  /// Lends a free slot, after drawing into it.
  ///
  /// - Parameter layout: What is drawn, where that is a still picture: a free slot in which it stands
  ///   already is lent as it is.
  /// - Returns: The slot; `nil` when the guest holds all of them, and then nothing is drawn.
  func lend(
    showing layout: FrameLayout? = nil, drawing draw: (UnsafeMutableRawBufferPointer) -> Void
  ) -> Int? {
    if let layout,
      let slot = lent.indices.first(where: { !lent[$0] && shown[$0].layout === layout })
    {
      lent[slot] = true
      return slot
    }
    guard let slot = lent.firstIndex(of: false) else { return nil }
    let start = slot * slotBytes
    unsafe draw(
      UnsafeMutableRawBufferPointer(rebasing: memory.mutableBytes[start..<(start + slotBytes)]))
    shown[slot].layout = layout
    lent[slot] = true
    return slot
  }

  /// Takes a slot back.
  ///
  /// - Returns: Whether it was lent. A guest may say any number.
  @discardableResult
  func takeBack(_ slot: Int) -> Bool {
    guard lent.indices.contains(slot), lent[slot] else { return false }
    lent[slot] = false
    return true
  }
}
