// SPDX-License-Identifier: MIT

/// Goes from a blocked thread's call to its callers, in a copy of its stack.
///
/// Of a call the kernel tells the instruction and the stack pointer, not the base pointer. That is enough as long
/// as frames are found from the stack pointer, or a function in between has saved the base pointer,
/// which the C library's does as soon as it uses it; where neither helps, the next frame is looked for
/// in the copy, and taken only when an instruction before the return address calls.
struct StackWalk {
  /// An instruction of one frame, with the image that it is in.
  struct Frame: Hashable {
    let area: MemoryMap.Area
    /// The instruction's address in the image before that was moved.
    let address: UInt64
  }

  /// How many frames are looked at.
  static let maximumFrames = 64
  /// How many words are looked at for a frame whose base pointer is not known.
  private static let maximumGuesses = 8_192

  private let snapshot: StackSnapshot
  private let map: MemoryMap
  private var instruction: UInt64
  private var stack: UInt64
  private var base: UInt64?
  private var isFirst = true
  private var count = 0

  /// The instruction of the frame that ``next(_:)`` gave last.
  var currentInstruction: UInt64 { instruction }

  /// Starts at the innermost frame.
  ///
  /// - Parameter base: The base pointer, where it is known.
  init(_ snapshot: StackSnapshot, base: UInt64? = nil) {
    self.base = base
    self.snapshot = snapshot
    map = MemoryMap(snapshot.map)
    instruction = snapshot.instructionPointer
    stack = snapshot.stackPointer
  }

  /// The next frame, from the call outwards; nil at the end of what can be known.
  mutating func next(_ images: inout LoadedImages) -> Frame? {
    guard count < Self.maximumFrames else { return nil }
    if count > 0 {
      guard step(&images) else { return nil }
      isFirst = false
    }
    count += 1
    // Code that is in no file ends the walk: nobody can say who called it.
    return frame(images: &images)
  }

  /// The address that belongs to the call: a return address is that of the next instruction, which may
  /// be another line's, or another function's.
  private var place: UInt64 { isFirst ? instruction : instruction &- 1 }

  private func frame(images: inout LoadedImages) -> Frame? {
    guard let area = map.area(at: place), area.isExecutable,
      let image = images.image(area, of: snapshot),
      let address = image.file.address(ofFileOffset: area.fileOffset &+ (place - area.low))
    else { return nil }
    return Frame(area: area, address: address)
  }

  /// Goes to the caller.
  private mutating func step(_ images: inout LoadedImages) -> Bool {
    guard let frame = frame(images: &images),
      let rules = images.image(frame.area, of: snapshot)?.frames,
      let row = try? rules.row(at: frame.address), row.returnAddress != .undefined
    else { return false }
    let frameAddress: UInt64
    switch row.register {
    case FrameRules.Row.stackPointer:
      frameAddress = stack &+ UInt64(bitPattern: row.distance)
    case FrameRules.Row.basePointerNumber:
      guard let base = base ?? guess(row, frame, &images) else { return false }
      self.base = base
      frameAddress = base &+ UInt64(bitPattern: row.distance)
    default: return false
    }
    // Outwards only, so there is an end.
    guard frameAddress > stack, case .saved(let distance) = row.returnAddress,
      let caller = snapshot.word(at: frameAddress &+ UInt64(bitPattern: distance)), caller > 1
    else { return false }
    switch row.basePointer {
    case .same: break
    case .undefined: base = nil
    case .saved(let distance):
      base = snapshot.word(at: frameAddress &+ UInt64(bitPattern: distance))
    }
    instruction = caller
    stack = frameAddress
    return true
  }

  /// Looks for the base pointer of a function that has set one up: it points to the saved one, which
  /// is further out, and the return address follows.
  private func guess(
    _ row: FrameRules.Row, _ frame: Frame, _ images: inout LoadedImages
  ) -> UInt64? {
    guard row.distance == 16, row.basePointer == .saved(-16) else { return nil }
    var first: UInt64?
    var place = (stack &+ 15) & ~15
    for _ in 0..<Self.maximumGuesses {
      guard let saved = snapshot.word(at: place), let caller = snapshot.word(at: place &+ 8) else {
        break
      }
      if saved == 0 || (saved > place && saved % 16 == 0 && snapshot.word(at: saved) != nil),
        let call = call(before: caller, &images)
      {
        // The one call that surely is it: to the very function.
        if call.target == row.function && call.area.file == frame.area.file { return place }
        if first == nil { first = place }
      }
      place &+= 16
    }
    return first
  }

  /// The call whose return address this is.
  private func call(
    before address: UInt64, _ images: inout LoadedImages
  ) -> (area: MemoryMap.Area, target: UInt64?)? {
    guard address > 8, let area = map.area(at: address - 1), area.isExecutable,
      address - area.low >= 7, let image = images.image(area, of: snapshot),
      let end = image.file.address(ofFileOffset: area.fileOffset &+ (address - area.low)),
      end > 7, let code = image.file.bytes(at: end - 7, count: 7)
    else { return nil }
    if code[2] == 0xe8 {
      var cursor = ByteCursor(code, from: 3)
      guard let distance = try? cursor.u32() else { return nil }
      return (area, end &+ UInt64(bitPattern: Int64(Int32(bitPattern: distance))))
    }
    // call *r/m64, of 2, 3, 6 or 7 bytes.
    for length in [2, 3, 6, 7] where code[7 - length] == 0xff && code[8 - length] & 0x38 == 0x10 {
      return (area, nil)
    }
    return nil
  }
}
