// SPDX-License-Identifier: MIT

import CLinux
import Glibc
import LockhostSystem
import Synchronization

/// A launch with every file opened: what is sent to the spawner, and what the host keeps of it.
final class PreparedLaunch: Sendable {
  /// What the spawner gets.
  struct Request: Sendable {
    let bytes: [UInt8]
    let descriptors: [SharedDescriptor]
  }

  private let request: Mutex<Request?>

  /// The host's ends.
  let reports: PacketSocket
  let handover: PacketSocket
  let lifeline: SharedDescriptor
  let output: SharedDescriptor
  let error: SharedDescriptor

  /// The guest's own cgroup, where it gets one.
  let group: GuestGroup?

  let tier: SandboxTier
  let deadline: Duration
  let requested: MonotonicInstant
  let paths: GuestPaths
  let mounts: [GuestSpecification.Mount]
  let containerLimit: GuestSpecification.Container?
  /// Tier `floor`: the container, which was made for this launch.
  let folder: FloorContainer?

  /// Checks the specification, opens its files and encodes its plan.
  ///
  /// Blocks for as long as opening the files does.
  ///
  /// - Parameter isLast: Whether the spawner is to end when this guest is gone.
  /// - Throws: `SandboxError.invalidSpecification`, `.tierUnavailable`, `.unreadable`, or `.system`
  ///   when the host has no descriptor left.
  init(
    _ wanted: GuestSpecification, group: GuestGroup? = nil, isLast: Bool = false,
    requested: MonotonicInstant
  ) throws(SandboxError) {
    self.requested = requested
    self.group = group
    deadline = wanted.deadline
    tier = wanted.tier
    containerLimit = wanted.container
    try wanted.validate()
    let specification: GuestSpecification
    if wanted.tier == .floor {
      let placement = try FloorPlacement(wanted)
      specification = placement.specification
      paths = placement.paths
      folder = placement.container
    } else {
      specification = wanted
      paths = .asSpecified
      folder = nil
    }

    mounts = specification.mounts
    let input: SharedDescriptor
    let outputPipe: Pipe
    let errorPipe: Pipe
    let lifelinePipe: Pipe
    let reportPair: (PacketSocket, PacketSocket)
    let handoverPair: (PacketSocket, PacketSocket)
    do throws(SystemError) {
      if let given = specification.input { input = given } else { input = try .null() }
      outputPipe = try Pipe()
      errorPipe = try Pipe()
      lifelinePipe = try Pipe()
      reportPair = try PacketSocket.pair()
      handoverPair = try PacketSocket.pair()
    } catch {
      throw .system(error)
    }
    reports = reportPair.0
    handover = handoverPair.0
    lifeline = lifelinePipe.writing
    output = outputPipe.reading
    error = errorPipe.reading

    // The four at the front have fixed places; the plan's own is filled in last.
    var list = [reportPair.1.descriptor, lifelinePipe.reading, handoverPair.1.descriptor]
    func place(_ descriptor: SharedDescriptor) -> UInt32 {
      list.append(descriptor)
      return UInt32(list.count)
    }
    let executable = try specification.executable.source.open()
    var places = PlanEncoder.Descriptors(
      executable: place(executable), input: place(input), output: place(outputPipe.writing),
      error: place(errorPipe.writing), wire: specification.wire.map { place($0) },
      cgroup: (group?.directory.descriptor ?? specification.cgroup).map { place($0) },
      container: folder.map { place($0.descriptor) }, lock: folder.map { place($0.lockDescriptor) },
      held: specification.tier == .floor ? specification.heldLock.map { place($0) } : nil,
      mounts: [])
    for mount in specification.mounts {
      let source = try mount.source.open()
      places.mounts.append((place(source), try !source.isFolder(path: mount.source.path)))
    }
    let bytes = PlanEncoder.encode(specification, descriptors: places)
    guard bytes.count <= LH_MAX_PLAN_BYTES else {
      throw .invalidSpecification(
        field: "arguments", reason: "make a plan of more than \(LH_MAX_PLAN_BYTES) bytes")
    }
    do throws(SystemError) {
      let plan = try MemoryFile.sealed(name: "lockhost-plan", content: bytes)
      list.insert(plan.descriptor, at: 0)
    } catch {
      throw .system(error)
    }
    guard list.count <= LH_MAX_DESCRIPTORS else {
      throw .invalidSpecification(field: "mounts", reason: "are too many for one launch")
    }
    let flags = isLast ? LH_REQUEST_LAST : lh_request_flag(0)
    request = Mutex(
      Request(bytes: Self.header(descriptors: list.count, flags: flags), descriptors: list))
  }

  /// Says that a launch is being prepared.
  static var announcement: [UInt8] { header(descriptors: 0, flags: LH_REQUEST_ANNOUNCED) }

  private static func header(descriptors: Int, flags: lh_request_flag) -> [UInt8] {
    let header = lh_request(
      magic: LH_REQUEST_MAGIC, version: LH_PROTOCOL_VERSION,
      descriptor_count: UInt32(descriptors), flags: flags.rawValue)
    return unsafe withUnsafeBytes(of: header) { unsafe [UInt8]($0) }
  }

  /// Hands the request over, once.
  ///
  /// Nothing here may go on holding the guest's ends: the host would never see them close.
  func takeRequest() -> Request? {
    request.withLock { $0.take() }
  }
}

extension GuestSpecification.Source {
  /// Opens the file as a name (`O_PATH`), which needs no permission on the file itself.
  fileprivate func open() throws(SandboxError) -> SharedDescriptor {
    if let descriptor { return descriptor }
    let number = unsafe Glibc.open(path, LH_O_PATH | O_CLOEXEC)
    guard number >= 0 else {
      throw .unreadable(path: path, cause: SystemError(call: "open(2)", code: errno))
    }
    return SharedDescriptor(adopting: number)
  }
}

extension SharedDescriptor {
  fileprivate func isFolder(path: String) throws(SandboxError) -> Bool {
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else {
      throw .unreadable(path: path, cause: SystemError(call: "fstat(2)", code: errno))
    }
    return status.st_mode & S_IFMT == S_IFDIR
  }
}
