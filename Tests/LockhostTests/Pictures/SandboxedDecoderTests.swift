// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostTesting
import Testing

@testable import Lockhost

@Suite("Decoding in a sandbox")
struct SandboxedDecoderTests {
  private let spawner: Spawner
  private let sandboxed: SandboxedDecoder
  private let decoder: ImageDecoder

  init() throws {
    spawner = try Spawner()
    sandboxed = SandboxedDecoder(spawner: spawner)
    decoder = ImageDecoder(pixels: sandboxed)
  }

  private func picture(_ frame: UInt64 = 3, width: Int = 96, height: Int = 64) throws -> [UInt8] {
    try JPEGEncoder.encode(
      TestPattern(width: width, height: height).image(frame: frame), exif: [])
  }

  private func decoded(
    _ bytes: [UInt8], by decoder: ImageDecoder
  ) async -> Result<BGRAImage, ServiceError> {
    await WorkQueue.run {
      do throws(ServiceError) {
        return .success(try decoder.decode(bytes, name: "picture"))
      } catch {
        return .failure(error)
      }
    }
  }

  private func code(_ result: Result<BGRAImage, ServiceError>) -> ServiceError.Code? {
    if case .failure(let error) = result { error.code } else { nil }
  }

  @Test("the pixels are those that the libraries give in this process")
  func pixels() async throws {
    for (frame, width) in [(1, 96), (2, 96), (3, 33), (4, 96)] as [(UInt64, Int)] {
      let bytes = try picture(frame, width: width)
      let here = try await decoded(bytes, by: ImageDecoder()).get()
      let there = try await decoded(bytes, by: decoder).get()
      #expect(there == here)
    }
  }

  @Test("the process has a sandbox, and no descriptor but its own")
  func confined() async throws {
    _ = await decoded(try picture(), by: decoder)
    let program = try #require(sandboxed.runningProgram)
    let process = try #require(program.process.identifier)
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("CapEff:\t0000000000000000"))
    let names = try descriptors(of: process)
    // The null device or a pipe, the wire, and the memory of the pixels.
    #expect(names.filter { $0.hasPrefix("socket:") }.count == 1, "\(names)")
    #expect(
      names.allSatisfy { name in
        ["socket:", "pipe:", "/dev/null", "/memfd:"].contains { name.hasPrefix($0) }
      }, "\(names)")
    #expect(program.violations.isEmpty, "\(program.violations)")
  }

  private func descriptors(of process: Int32) throws -> [String] {
    (0..<64).compactMap { number in
      var target = [CChar](repeating: 0, count: 256)
      let count = unsafe readlink("/proc/\(process)/fd/\(number)", &target, target.count)
      guard count > 0 else { return nil }
      return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  @Test("a decoder that dies costs its picture, and the next one is decoded")
  func killed() async throws {
    _ = await decoded(try picture(), by: decoder)
    let first = try #require(sandboxed.runningProgram)
    first.stop()
    _ = await first.end()
    let lost = await decoded(try picture(), by: decoder)
    #expect(code(lost) == .decoderFailed, "\(lost)")
    #expect(code(await decoded(try picture(), by: decoder)) == nil)
    #expect(sandboxed.runningProgram !== first)
  }

  @Test("one that takes too long is ended, and the error says so")
  func late() async throws {
    // Its clock stands still as long as the process is stopped.
    let decoder = SandboxedDecoder(spawner: spawner, patience: .milliseconds(300))
    let images = ImageDecoder(pixels: decoder)
    #expect(code(await decoded(try picture(), by: images)) == nil)
    let process = try #require(decoder.runningProgram?.process.identifier)
    Glibc.kill(process, SIGSTOP)
    let late = await decoded(try picture(), by: images)
    #expect(code(late) == .decoderFailed, "\(late)")
    #expect(code(await decoded(try picture(), by: images)) == nil)
  }

  @Test("a program that is none, or answers what is no answer, is an error with a reason")
  func noProgram() async throws {
    for program in ["/no/such/program", "/bin/true"] {
      let decoder = SandboxedDecoder(spawner: spawner, program: program)
      let result = await decoded(try picture(), by: ImageDecoder(pixels: decoder))
      #expect(code(result) == .decoderFailed, "\(program): \(result)")
    }
  }

  @Test("errors of the picture come through, with the name of the file")
  func refusals() async throws {
    let bytes = try picture()
    let disguised = Array(bytes.prefix(bytes.count / 2)) + [0xFF, 0xD9]
    let result = await decoded(disguised, by: decoder)
    let here = await decoded(disguised, by: ImageDecoder())
    guard case .failure(let error) = result, case .failure(let expected) = here else {
      Issue.record("it was decoded")
      return
    }
    #expect(error == expected && error.code == .truncatedImage && error.subject == "picture")
    // The same process goes on.
    #expect(code(await decoded(bytes, by: decoder)) == nil)
  }

  @Test("a process that rests is gone, and comes back for the next picture")
  func rest() async throws {
    _ = await decoded(try picture(), by: decoder)
    let process = try #require(sandboxed.runningProgram?.process.identifier)
    sandboxed.rest()
    let isGone = await Waiting.until(within: .seconds(10)) { Glibc.kill(process, 0) != 0 }
    #expect(isGone)
    #expect(code(await decoded(try picture(), by: decoder)) == nil)
  }

  @Test("damaged files end in pixels or an error, and the host and its sandbox live on")
  func damaged() async throws {
    var random = SystemRandomNumberGenerator()
    let original = try picture()
    var refused = 0
    for _ in 0..<200 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let here = await decoded(bytes, by: ImageDecoder())
      let there = await decoded(bytes, by: decoder)
      #expect(code(here) == code(there))
      if code(there) != nil { refused += 1 }
    }
    #expect(refused > 20)
    #expect(code(await decoded(original, by: decoder)) == nil)
  }
}
