// SPDX-License-Identifier: MIT

import Glibc

/// A camera without the SDK: it has the frames' descriptor in its own hands, and does with it what
/// the behaviour says.
///
/// Every act is printed with what came of it, in lines that tests look for. After most of them it goes
/// on reading frames, and says that it does.
final class RawCamera {
  /// What a frame's reader needs to know.
  private struct Stream {
    var file: Int32
    var address: UnsafeMutableRawPointer
    let slotBytes: Int
    let slotCount: Int
    var count: Int { slotBytes * slotCount }
  }

  private static let size = (width: 640, height: 480)
  private static let frameEvent: UInt16 = 0x0112
  private static let releaseEvent: UInt16 = 0x0113
  private static let startRequest: UInt16 = 0x0110

  private let behaviour: Behaviour
  private var stream: Stream?
  private var frames = 0
  private var dropped = 0

  init(_ behaviour: Behaviour) { self.behaviour = behaviour }

  /// Says hello, starts a camera and a handler, acts at the tenth frame, and reads on.
  func run() -> Never {
    RawWire.send(route: 0x0001, body: RawWire.hello)
    while let packet = RawWire.receive() {
      switch packet.route {
      case 0x0002: present()
      case Self.startRequest where packet.kind == 1: take(packet)
      case Self.frameEvent: take(frame: packet.body)
      case 0x0003: exit(0)
      default: break
      }
    }
    exit(0)
  }

  private func present() {
    start()
    RawWire.send(
      route: 0x0201,
      body: #"{"enabled":true,"handlesPrimary":true,"handlesSecondary":true,"soundDisabled":false}"#
    )
  }

  private func start() {
    RawWire.send(
      route: Self.startRequest,
      body: #"{"device":"lockhost.camera.back","outputs":["video"],"width":\#(Self.size.width),"#
        + #""height":\#(Self.size.height),"frameRate":60,"pixelFormat":"BGRA","#
        + #""deliversFrames":true}"#)
  }

  private func take(_ packet: RawWire.Packet) {
    let text = String(decoding: packet.body, as: UTF8.self)
    guard let file = packet.descriptors.first, let slotBytes = Self.number("slotBytes", in: text),
      let slotCount = Self.number("slotCount", in: text)
    else { return say("no camera: \(text)") }
    let address = mmap(nil, slotBytes * slotCount, PROT_READ, MAP_SHARED, file, 0)
    guard let address, address != MAP_FAILED else { return say("no mapping: errno \(errno)") }
    stream = Stream(file: file, address: address, slotBytes: slotBytes, slotCount: slotCount)
  }

  private func take(frame body: [UInt8]) {
    guard body.count == 48, let stream else { return }
    frames += 1
    dropped += Int(Self.word(body, at: 32))
    let slot = Self.word(body, at: 16)
    // Every page of it, as a reader does.
    var sum = 0
    for offset in stride(from: 0, to: stream.slotBytes, by: 4096) {
      let place = Int(slot) * stream.slotBytes + offset
      sum &+= Int(stream.address.load(fromByteOffset: place, as: UInt8.self))
    }
    if sum == 0 { say("a black frame") }
    if behaviour != .keepsAllSlots { release(slot) }
    if frames == 10, behaviour == .keepsAllSlots { say("more slots than there are") }
    if frames == stream.slotCount, behaviour == .keepsAllSlots { say("keeps all slots") }
    if frames == 10, behaviour != .keepsAllSlots { act(stream, slot: slot) }
    if frames % 60 == 0 { say("frames: \(frames), dropped: \(dropped)") }
  }

  private func release(_ slot: UInt32) {
    RawWire.send(
      event: Self.releaseEvent,
      body: (0..<4).map { UInt8(truncatingIfNeeded: slot >> ($0 * 8)) } + [0, 0, 0, 0])
  }

  private func act(_ stream: Stream, slot: UInt32) {
    switch behaviour {
    case .changesFrames: changeFile(stream)
    case .scribblesOverFrames:
      say("scribbling over a frame")
      stream.address.storeBytes(
        of: 0xFF, toByteOffset: Int(slot) * stream.slotBytes, as: UInt8.self)
      say("it took that")
    case .falseSlots:
      for number: UInt32 in [slot, slot, 6, 7, 1 << 16, 1 << 31, .max] { release(number) }
      for number in 0..<6 { for _ in 0..<10 { release(UInt32(number)) } }
      say("false slots: sent")
    case .mapsAfterUnmap:
      say("unmapped: \(munmap(stream.address, stream.count))")
      let again = mmap(nil, stream.count, PROT_READ, MAP_SHARED, stream.file, 0)
      say("mapped again: \(again != MAP_FAILED)")
      if let again, again != MAP_FAILED { self.stream?.address = again }
    case .readsUnmappedFrames:
      say("unmapped: \(munmap(stream.address, stream.count))")
    case .speaksAsHost, .speaksAsHostOn:
      if behaviour == .speaksAsHostOn { say("speaking as the host") }
      // The host stands a few hundred messages that make no sense, and no more.
      for number: UInt32 in 0..<(behaviour == .speaksAsHost ? 100 : 1000) {
        RawWire.send(event: Self.frameEvent, body: [UInt8](repeating: UInt8(number), count: 48))
        RawWire.send(event: 0x0116, body: Array("{}".utf8))
      }
      say("spoke as the host")
    default: break
    }
  }

  /// All that could change memory that others have mapped; none of it may.
  private func changeFile(_ stream: Stream) {
    let byte: [UInt8] = [0xFF]
    let writable = mmap(nil, stream.count, PROT_READ | PROT_WRITE, MAP_SHARED, stream.file, 0)
    told("mapped for writing", writable == MAP_FAILED ? -1 : 0)
    told("made writable", Int(mprotect(stream.address, stream.count, PROT_READ | PROT_WRITE)))
    told("written", pwrite(stream.file, byte, 1, 0))
    told("truncated", Int(ftruncate(stream.file, 0)))
    told("lengthened", Int(ftruncate(stream.file, off_t(stream.count * 2))))
    // F_ADD_SEALS is 1033; F_SEAL_WRITE is 8, which would stop the host.
    told("sealed", Int(fcntl(stream.file, 1033, 8)))
    say("changes: done")
  }

  private func told(_ what: String, _ result: Int) {
    say("\(what): \(result < 0 ? "refused, errno \(errno)" : "yes")")
  }

  /// Says a line at once: the next act may be the last.
  private func say(_ line: String) {
    print(line)
    fflush(nil)
  }

  private static func word(_ body: [UInt8], at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(body[offset + $1]) << UInt32($1 * 8) }
  }

  private static func number(_ key: String, in text: String) -> Int? {
    guard let place = text.firstRange(of: "\"\(key)\":") else { return nil }
    return Int(text[place.upperBound...].prefix { $0.isNumber })
  }
}
