// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
package import LockhostSandbox
package import LockhostServices
import LockhostSystem
import Synchronization

/// Decodes people's pictures in a process that can do nothing else.
///
/// `lockhost-decode` runs under the policy `compute` with one socket: no file, no network, no other
/// process, and limits on memory and time. A picture that takes it over or kills it costs that
/// picture; the next one gets a new process. What it leaves in the pixels' memory is believed to be
/// pixels and nothing else: the size is the host's own, and memory that cannot shrink.
///
/// One picture after the other. Started by the first, so that a session without pictures has none.
package final class SandboxedDecoder: PixelDecoder {
  /// Memory for pixels, which both sides have mapped.
  private struct Target {
    let file: MemoryFile
    let mapping: MappedMemory
  }

  /// A process that is ready for a picture.
  private struct Worker {
    let program: SandboxedProgram
    let socket: PacketSocket
    var target: Target?
  }

  /// The longest that one picture may take: a hundred megapixels in a debug build.
  package static let patience = Duration.seconds(60)

  private let spawner: Spawner
  private let cache: FilterCache?
  private let patience: Duration
  private let programPath: String?
  private let worker = Mutex<Worker?>(nil)
  /// Whether a picture has come, which starts the process if nothing has.
  private let isAsked = Atomic(false)

  /// Makes a decoder, which starts nothing yet.
  ///
  /// - Parameters:
  ///   - cache: Where the compiled filter is kept; nil to compile it for each process.
  ///   - program: The program; nil for `lockhost-decode` beside the running one.
  package init(
    spawner: Spawner, cache: FilterCache? = nil, patience: Duration = patience,
    program: String? = nil
  ) {
    self.spawner = spawner
    self.cache = cache
    self.patience = patience
    programPath = program
  }

  /// Starts the process on another thread, so that the first picture finds it running.
  ///
  /// One that cannot be started is the first picture's error.
  package func startAhead() {
    DispatchQueue.global(qos: .userInitiated).async {
      self.worker.withLock { worker in
        // After the first picture, which may be done with by now, nobody would let go of it.
        guard worker == nil, !self.isAsked.load(ordering: .relaxed) else { return }
        worker = try? self.start(for: "")
      }
    }
  }

  package func rest() { worker.withLock { $0 = nil } }

  /// The process that runs now, for tests that attack it.
  package var runningProgram: SandboxedProgram? { worker.withLock { $0?.program } }

  /// Decodes a file; blocks, and so may not be called from an actor.
  ///
  /// - Throws: `ServiceError`: what is wrong with the picture, or `decoderFailed`.
  package func decode(
    _ bytes: [UInt8], _ header: ImageHeader, name: String
  ) throws(ServiceError) -> BGRAImage {
    let result = worker.withLock { worker -> Result<BGRAImage, ServiceError> in
      isAsked.store(true, ordering: .relaxed)
      do throws(ServiceError) {
        var ready: Worker
        if let kept = worker { ready = kept } else { ready = try start(for: name) }
        // Whatever goes wrong with it, the next picture gets another.
        worker = nil
        let answer = try ask(&ready, bytes, header, name: name)
        worker = ready
        if case .refused(let code, let detail) = answer {
          throw ServiceError(code, name, detail)
        }
        guard let target = ready.target else { throw ServiceError(.decoderFailed, name) }
        return .success(picture(target.mapping, header))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func ask(
    _ worker: inout Worker, _ bytes: [UInt8], _ header: ImageHeader, name: String
  ) throws(ServiceError) -> DecoderMessage {
    let received: PacketSocket.Received
    let deadline = spawner.loop.schedule(at: MonotonicInstant.now.advanced(by: patience)) {
      [program = worker.program] in program.stop()
    }
    defer { deadline.cancel() }
    do throws(SystemError) {
      let file = try MemoryFile.sealed(name: "lockhost-picture", content: bytes)
      var descriptors = [file.descriptor]
      let count = header.width * header.height * 4
      if worker.target?.mapping.count != count {
        let made = try Self.target(bytes: count)
        worker.target = made
        descriptors.append(made.file.descriptor)
      }
      try worker.socket.send([DecoderMessage.question], descriptors: descriptors)
      received = try worker.socket.receive(maximumBytes: DecoderMessage.maximumBytes)
    } catch {
      guard [EPIPE, ECONNRESET].contains(error.code) else {
        throw ServiceError(.decoderFailed, name, cause: error)
      }
      throw failure(of: worker.program, name: name)
    }
    guard case .packet(let packet) = received else {
      throw failure(of: worker.program, name: name)
    }
    guard let answer = DecoderMessage(packet.bytes), packet.descriptors.isEmpty else {
      throw ServiceError(.decoderFailed, name, "it answered what is no answer")
    }
    return answer
  }

  private static func target(bytes: Int) throws(SystemError) -> Target {
    let file = try MemoryFile.create(name: "lockhost-pixels", bytes: bytes)
    try file.addSeals([.shrink, .grow, .seal])
    return Target(file: file, mapping: try file.map(writable: false))
  }

  /// Copies the pixels out, each opaque, whatever the process wrote.
  private func picture(_ mapping: MappedMemory, _ header: ImageHeader) -> BGRAImage {
    let count = header.width * header.height
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      let source = unsafe mapping.bytes.bindMemory(to: UInt32.self)
      for index in 0..<count {
        unsafe buffer[index] = unsafe source[index] | 0xFF00_0000
      }
      initialized = count
    }
    return BGRAImage(width: header.width, height: header.height, pixels: pixels)
  }
}

extension SandboxedDecoder {
  /// Starts a process and waits until it runs.
  private func start(for name: String) throws(ServiceError) -> Worker {
    let path: String
    let ends: (near: PacketSocket, far: PacketSocket)
    do throws(SystemError) {
      if let programPath {
        path = programPath
      } else {
        path = try ProgramFolder.path(of: "lockhost-decode")
      }
      ends = try PacketSocket.pair()
    } catch {
      throw ServiceError(.decoderFailed, name, "it cannot be started", cause: error)
    }
    var sandbox = Sandbox(.compute)
    sandbox.cache = cache
    sandbox.limits.openFiles = 32
    sandbox.limits.processes = 4
    // The largest picture, as progressive JPEG: its file, its coefficients and its pixels.
    sandbox.limits.data = .mebibytes(1024)
    sandbox.limits.memory = .mebibytes(1536)
    let started = Self.waiting { [sandbox, spawner] () async throws(SandboxError) in
      try await sandbox.start(path, socket: ends.far.descriptor, with: spawner)
    }
    switch started {
    case .success(let program): return Worker(program: program, socket: ends.near)
    case .failure(let error):
      throw ServiceError(.decoderFailed, name, "it cannot be started: \(error)")
    case nil: throw ServiceError(.decoderFailed, name)
    }
  }

  /// Why a process that has closed its socket ended.
  private func failure(of program: SandboxedProgram, name: String) -> ServiceError {
    program.stop()
    let ended = Self.waiting { await program.end() }
    guard case .success(let end) = ended else { return ServiceError(.decoderFailed, name) }
    return ServiceError(.decoderFailed, name, "it ended before it had answered: \(end.reason)")
  }

  /// Waits for what is asynchronous, on a thread that may wait.
  private static func waiting<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) -> Result<Value, Failure>? {
    let done = DispatchSemaphore(value: 0)
    let result = Slot<Result<Value, Failure>>()
    Task.detached {
      do throws(Failure) {
        result.fill(.success(try await body()))
      } catch {
        result.fill(.failure(error))
      }
      done.signal()
    }
    done.wait()
    return result.content
  }

  /// A value that another thread fills.
  private final class Slot<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    var content: Value? { value.withLock { $0 } }
    func fill(_ new: Value) { value.withLock { $0 = new } }
  }
}
