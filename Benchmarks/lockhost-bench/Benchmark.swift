// SPDX-License-Identifier: MIT

import LockhostSandbox

/// What can be measured, by the word on the command line.
enum Benchmark: String, CaseIterable {
  /// fork, exec and the end of a program without a sandbox: the limit of every launch.
  case bare
  /// A launch through the library, from the request to the guest's first instruction, and its end.
  case launch
  /// The same with an empty sandbox that waits for each.
  case spare
  /// Launches one after the other, two at a time, for a while.
  case rate
  /// From the kill to the whole tree being dead and reaped.
  case kill
  /// A message to another process and back over the wire's kind of socket: the limit of an event.
  case pingPong = "ping-pong"
  /// Bare start of the sample's extension until its program runs.
  case bareExtension = "bare-extension"
  /// A session of the sample's extension, cold: request, scene presented, camera ready, dead.
  case session
  /// A button's press and its end, of which the guest's handler makes nothing, in a session that runs.
  case press
  /// From the kill of a session's guest to its record: all dead, container gone, folder handed over.
  case sessionKill = "session-kill"
  /// What the kernel takes to make a process with each kind of namespace, and to reap it.
  case namespaces
  /// A session of it when its guest was made ready before the request.
  case pool
  /// Many idle guests at once: their memory, and how late their watchdogs are.
  case crowd
  /// Frames of 1920 × 1080, 60 a second, to two guests, of each kind of source.
  case frames
  /// What a frame's way costs beside its one copy, and how many copies there are.
  case frameDelivery = "frame-delivery"
  /// The same to a guest beside one that takes a tenth of a second for each.
  case slowNeighbour = "slow-neighbour"
  /// A photo of twelve megapixels, from the press until it is in the library.
  case photo
  /// Decoding in this process and in a sandbox.
  case decode

  func run(count: Int?) async throws -> Measurement {
    switch self {
    case .bare: try Bare.program(count: count ?? 200)
    case .launch: try await Launches.each(count: count ?? 200)
    case .spare: try await Launches.each(count: count ?? 200, spare: .kept)
    case .rate: try await Launches.sustained(count: count ?? 1000)
    case .kill: try await Launches.kill(count: count ?? 200)
    case .pingPong: try Echo.measure(count: count ?? 20_000)
    case .bareExtension: try Bare.sampleExtension(count: count ?? 100)
    case .session: try await Sessions.measure(count: count ?? 30, isPrepared: false)
    case .press: try await Sessions.press(count: count ?? 10)
    case .sessionKill: try await Sessions.kill(count: count ?? 30)
    case .namespaces: try Namespaces.measure(count: count ?? 100)
    case .pool: try await Sessions.measure(count: count ?? 30, isPrepared: true)
    case .crowd: try await Crowd.measure(count: count ?? 500)
    case .frames: try await Frames.measure(seconds: count ?? 10)
    case .frameDelivery: try await FrameDelivery.measure(seconds: count ?? 10)
    case .slowNeighbour: try await Frames.besideSlowGuest(seconds: count ?? 10)
    case .photo: try await PhotoTimes.measure(count: count ?? 20)
    case .decode: try await Decoding.measure(count: count ?? 20)
    }
  }
}
