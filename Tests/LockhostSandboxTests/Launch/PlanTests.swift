// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostSandbox

/// The spawner spoken to directly, with what a broken host might say.
@Suite("Plans and requests that cannot be meant")
struct PlanTests {
  private let process: SpawnerProcess

  init() throws {
    process = try SpawnerProcess.start(path: try ProgramFolder.path(of: "lockhost-spawn"))
  }

  /// A launch that works, as the host would ask for it.
  private struct Launch {
    var plan: [UInt8]
    var descriptors: [SharedDescriptor]
    let reports: PacketSocket

    init() throws {
      let prepared = try PreparedLaunch(try Guests.probe("exit", "9"), requested: .now)
      let request = try #require(prepared.takeRequest())
      plan = try MemoryFile(adopting: request.descriptors[0]).read(maximumBytes: 1 << 22)
      descriptors = request.descriptors
      reports = prepared.reports
      lifeline = prepared.lifeline
    }

    private let lifeline: SharedDescriptor
  }

  /// Sends a launch and returns the first report; nil when the spawner says nothing and goes on.
  private func ask(
    _ launch: Launch, seals: MemoryFile.Seals = .finished, header: lh_request? = nil
  ) throws -> SpawnerReport.Kind? {
    let file = try MemoryFile.create(name: "plan")
    try file.descriptor.writeAll(launch.plan)
    try file.addSeals(seals)
    var descriptors = launch.descriptors
    descriptors[0] = file.descriptor
    let request =
      header
      ?? lh_request(
        magic: LH_REQUEST_MAGIC, version: LH_PROTOCOL_VERSION,
        descriptor_count: UInt32(descriptors.count), flags: 0)
    try process.socket.send(
      unsafe withUnsafeBytes(of: request) { unsafe [UInt8]($0) }, descriptors: descriptors)
    guard case .packet(let packet) = try launch.reports.receive(maximumBytes: 1024) else {
      return nil
    }
    return SpawnerReport(packet)?.kind
  }

  private func expectRefusal(
    _ launch: Launch, seals: MemoryFile.Seals = .finished, header: lh_request? = nil,
    step: LaunchStep = .plan, code: Int32 = EBADMSG,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    guard case .refused(let refused, _, let error) = try ask(launch, seals: seals, header: header)
    else {
      Issue.record("it was not refused", sourceLocation: location)
      return
    }
    #expect(refused == step, sourceLocation: location)
    #expect(error == code, sourceLocation: location)
  }

  private func expectStart(at location: SourceLocation = #_sourceLocation) throws {
    guard case .started = try ask(try Launch()) else {
      Issue.record("a good plan was not started", sourceLocation: location)
      return
    }
  }

  @Test("a plan that is not sealed is refused")
  func unsealed() throws {
    defer { process.end() }
    try expectStart()
    try expectRefusal(try Launch(), seals: [], code: EPERM)
    try expectRefusal(try Launch(), seals: [.seal, .shrink, .grow], code: EPERM)
    try expectRefusal(try Launch(), seals: [.write, .shrink, .grow], code: EPERM)
    try expectStart()
  }

  @Test("a plan that is cut off anywhere is refused")
  func truncated() throws {
    defer { process.end() }
    let whole = try Launch().plan.count
    for length in [0, 1, MemoryLayout<lh_plan>.size - 1, MemoryLayout<lh_plan>.size, whole - 1] {
      var launch = try Launch()
      launch.plan = Array(launch.plan.prefix(length))
      try expectRefusal(launch)
    }
    try expectStart()
  }

  @Test("a table, string or descriptor outside its bounds is refused")
  func outOfBounds() throws {
    defer { process.end() }
    // Every 32-bit word of the head from the strings on, set to what lies outside.
    let words = [
      \lh_plan.executable, \.working_directory, \.hostname, \.executable_descriptor,
      \.input_descriptor, \.output_descriptor, \.error_descriptor, \.wire_descriptor,
      \.cgroup_descriptor, \.strings.offset, \.strings.count, \.arguments.offset,
      \.arguments.count, \.environment.offset, \.environment.count, \.directories.offset,
      \.directories.count, \.mounts.offset, \.mounts.count, \.limits.offset, \.limits.count,
      \.filter.offset, \.filter.count, \.magic, \.version, \.bytes, \.open_files,
    ]
    for word in words {
      for value: UInt32 in [0x7fff_fffc, 0xffff_fff8, 0x8000_0000] {
        var launch = try Launch()
        var plan = unsafe launch.plan.withUnsafeBytes {
          unsafe $0.loadUnaligned(as: lh_plan.self)
        }
        plan[keyPath: word] = value
        let head = unsafe withUnsafeBytes(of: plan) { unsafe [UInt8]($0) }
        launch.plan.replaceSubrange(0..<head.count, with: head)
        try expectRefusal(launch)
      }
    }
    try expectStart()
  }

  @Test("CVE-2021-43784: an offset and a length that wrap around together are refused")
  func cve_2021_43784_lengthWraps() throws {
    defer { process.end() }
    for (offset, count): (UInt32, UInt32) in [
      (0xffff_fff0, 0x20), (8, 0xffff_ffff), (0xffff_ffff, 1), (0x8000_0000, 0x8000_0000),
    ] {
      for word in [\lh_plan.strings, \.arguments, \.mounts, \.filter] {
        var launch = try Launch()
        var plan = unsafe launch.plan.withUnsafeBytes { unsafe $0.loadUnaligned(as: lh_plan.self) }
        plan[keyPath: word].offset = offset
        plan[keyPath: word].count = count
        let head = unsafe withUnsafeBytes(of: plan) { unsafe [UInt8]($0) }
        launch.plan.replaceSubrange(0..<head.count, with: head)
        try expectRefusal(launch)
      }
    }
    try expectStart()
  }

  @Test("random damage to the tables and strings never harms the spawner")
  func damaged() throws {
    defer { process.end() }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var launch = try Launch()
      // Behind the ids and layers, which are the host's to say.
      for _ in 0..<4 {
        let place = Int.random(in: 64..<launch.plan.count, using: &generator)
        launch.plan[place] = UInt8.random(in: 0...255, using: &generator)
      }
      // Whatever it says, it says something, and goes on.
      #expect(try ask(launch) != nil)
    }
    try expectStart()
  }

  @Test("a request that is not whole is refused or ignored, and the next is served")
  func badRequests() throws {
    defer { process.end() }
    let count = UInt32(try Launch().descriptors.count)
    let good = lh_request(
      magic: LH_REQUEST_MAGIC, version: LH_PROTOCOL_VERSION, descriptor_count: count, flags: 0)
    for change: (inout lh_request) -> Void in [
      { $0.magic = 0 }, { $0.version = 9 }, { $0.descriptor_count = 3 },
    ] {
      var header = good
      change(&header)
      try expectRefusal(try Launch(), header: header, step: .receive)
    }
    try process.socket.send([1])
    try process.socket.send([UInt8](repeating: 0xff, count: 5000))
    try process.socket.send([UInt8](repeating: 0, count: 16), descriptors: [try .null()])
    try expectStart()
  }
}
