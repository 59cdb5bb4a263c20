// SPDX-License-Identifier: MIT

import Dispatch
import LockhostSystem
import LockhostWire

/// The moving parts of a running camera: its timer, its slots, its painter.
///
/// `@unchecked Sendable` because everything in it is touched on one serial queue only, which the
/// methods assert.
final class CameraFeed: @unchecked Sendable {
  private let queue: DispatchQueue
  private var timer: (any DispatchSourceTimer)?
  private var slots: FrameSlots?
  private var frameBytes = 0
  private var painter: FramePainter?
  private var paintedScene: CameraScene?
  private var painted: (request: CameraRequest, view: CameraView)?
  private var dropped: UInt64 = 0

  /// Makes a feed that stands still, for use on a queue.
  init(queue: DispatchQueue) {
    self.queue = queue
  }

  deinit { timer?.cancel() }

  /// Makes slots for what is asked, and keeps those that fit already.
  ///
  /// - Throws: `SystemError` when there is no memory; what ran before runs on.
  func prepare(_ request: CameraRequest) throws(SystemError) -> CameraService.Stream {
    dispatchPrecondition(condition: .onQueue(queue))
    guard request.deliversFrames else {
      slots = nil
      return CameraService.Stream(request: request, memory: nil, slotCount: 0, slotBytes: 0)
    }
    let kept = frameBytes == request.frameBytes ? slots : nil
    let slots: FrameSlots
    if let kept {
      slots = kept
    } else {
      slots = try FrameSlots(frameBytes: request.frameBytes)
      painter = nil
    }
    self.slots = slots
    frameBytes = request.frameBytes
    return CameraService.Stream(
      request: request, memory: slots.file, slotCount: FrameSlots.count, slotBytes: slots.slotBytes)
  }

  /// Starts the clock, in place of one that may run.
  ///
  /// - Parameter tick: Called on the queue, once a frame, with how many came too late to be called.
  func run(_ request: CameraRequest, tick: @escaping @Sendable (UInt64) -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    timer?.cancel()
    let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    let interval = DispatchTimeInterval.nanoseconds(Int(1_000_000_000 / request.frameRate))
    timer.schedule(deadline: .now(), repeating: interval, leeway: .nanoseconds(0))
    // The handler holds the timer until it is cancelled, at the latest by `deinit`.
    timer.setEventHandler {
      guard !timer.isCancelled else { return }
      tick(UInt64(max(1, timer.data)) - 1)
    }
    self.timer = timer
    timer.resume()
  }

  /// Stops the clock and lets go of the memory; the guest's own mapping stays valid.
  func stop() {
    dispatchPrecondition(condition: .onQueue(queue))
    timer?.cancel()
    timer = nil
    slots = nil
    painter = nil
    paintedScene = nil
    dropped = 0
  }

  /// Takes back a slot.
  func release(_ slot: Int) {
    dispatchPrecondition(condition: .onQueue(queue))
    slots?.takeBack(slot)
  }

  /// Draws a frame into a free slot and hands it over; counts it as dropped when there is none.
  func deliver(
    _ number: UInt64, of request: CameraRequest, missed: UInt64, scene: CameraScene,
    controls: CameraControls, to receiver: (CameraService.Frame) -> Bool
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let slots else { return }
    dropped &+= missed
    let time = MonotonicInstant.now
    guard slots.hasFree else {
      dropped &+= 1
      return
    }
    let view = CameraView(controls, on: request.device, at: time)
    let painter = painter(for: request, view: view, scene: scene)
    let seconds = Double(number) / request.frameRate
    guard
      let slot = unsafe slots.lend(
        showing: painter.layout,
        drawing: {
          unsafe painter.paint(frame: number, seconds: seconds, into: $0)
        })
    else { return }
    let frame = CameraService.Frame(
      number: number, time: time, slot: slot, request: request, dropped: dropped)
    if receiver(frame) {
      dropped = 0
    } else {
      slots.takeBack(slot)
      dropped &+= 1
    }
  }

  private func painter(
    for request: CameraRequest, view: CameraView, scene: CameraScene
  ) -> FramePainter {
    if let painter, let painted, paintedScene === scene, painted.request == request,
      painted.view == view, painter.generation == scene.generation
    {
      return painter
    }
    let made = scene.painter(for: request, view: view)
    painter = made
    paintedScene = scene
    painted = (request, view)
    return made
  }
}
