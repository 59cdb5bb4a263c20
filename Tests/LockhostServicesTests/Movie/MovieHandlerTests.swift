// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite("Recording films", .enabled(if: ImageTools.areInstalled, Comment(rawValue: ImageTools.hint)))
struct MovieHandlerTests {
  let link = RecordingLink()
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private struct Rig {
    let camera: CameraHandler
    let movies: MovieHandler
  }

  private func rig(
    _ source: CameraSource = .pattern, outputs: [CameraStart.Output] = [.movie],
    limits: MovieLimits = .standard
  ) async throws -> Rig {
    let camera = CameraHandler(
      scene: try CameraScene(source), permissions: .all(.authorized), link: link)
    _ = try await camera.ask(.cameraStart, start(outputs))
    return Rig(
      camera: camera, movies: MovieHandler(camera: camera.service, link: link, limits: limits))
  }

  private func start(
    _ outputs: [CameraStart.Output], width: Int = 160
  ) -> CameraStart {
    CameraStart(
      device: CameraDevice.back.uniqueID, outputs: outputs, width: width, height: 120,
      frameRate: 30, pixelFormat: "BGRA", deliversFrames: true)
  }

  /// Waits until the camera has delivered so many more frames, each of which a film may have.
  private func pass(_ frames: Int, of rig: Rig) async {
    let before = link.frames.count
    let havePassed = await Waiting.until(within: .seconds(20)) {
      for slot in 0..<FrameSlots.count { rig.camera.service.release(slot: slot) }
      return link.frames.count >= before + frames
    }
    #expect(havePassed)
  }

  private func record(
    _ rig: Rig, _ settings: MovieStart = MovieStart(recordingID: 1, codec: "jpeg"),
    frames: Int = 12
  ) async throws -> (RecordedMovie, String) {
    #expect(try await rig.movies.ask(.movieStart, settings).failureCode == nil)
    await pass(frames, of: rig)
    let answer = try await rig.movies.ask(
      .movieStop, MovieStop(recordingID: settings.recordingID))
    let movie: RecordedMovie = try answer.reply()
    let memory = MemoryFile(adopting: try #require(answer.descriptors.first))
    #expect(try memory.seals().isSuperset(of: .finished))
    let path = scratch.path("film-\(settings.recordingID)-\(UUID().uuidString).mov")
    let bytes = try memory.read(maximumBytes: 64 << 20)
    #expect(bytes.count == movie.bytes)
    try write(bytes, to: path)
    return (movie, path)
  }

  @Test("a film is a QuickTime file that others understand")
  func judged() async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    let (movie, path) = try await record(rig)
    #expect(movie.frames >= 2)
    #expect(try await ImageTools.complaints(path) == "")
    #expect(try await ImageTools.tag("FileType", of: path) == "MOV")
    #expect(try await ImageTools.tag("CompressorID", of: path) == "jpeg")
    #expect(try await ImageTools.tag("ImageSize", of: path) == "160 120")
    let seconds = try #require(Double(try await ImageTools.tag("Duration", of: path)))
    #expect(abs(seconds - movie.seconds) < 0.01)
    let rate = try #require(Double(try await ImageTools.tag("VideoFrameRate", of: path)))
    #expect(rate > 1 && rate < 61)
    // A film that the library takes.
    let file = try contents(path)
    let content = try PhotoContent(
      judging: file, claimed: .video, claimedType: "com.apple.quicktime-movie", name: "film")
    #expect(content.fileExtension == "mov")
  }

  @Test("every frame of it can be decoded", .enabled(if: FilmTools.areInstalled, FilmTools.hint))
  func decoded() async throws {
    let rig = try await rig(.color(red: 200, green: 40, blue: 40))
    defer { rig.camera.end() }
    let (movie, path) = try await record(rig)
    let counted = try await ImageTools.run(
      "ffprobe", "-v", "error", "-count_frames", "-show_entries",
      "stream=codec_name,width,height,nb_read_frames", "-of", "csv=p=0", path)
    #expect(
      counted.trimmingCharacters(in: .whitespacesAndNewlines)
        == "mjpeg,160,120,\(movie.frames)")
    let raw = scratch.path("first.bgra")
    try await ImageTools.run(
      "ffmpeg", "-v", "error", "-xerror", "-i", path, "-frames:v", "1", "-pix_fmt", "bgra", "-f",
      "rawvideo", raw)
    let pixels = try contents(raw)
    #expect(abs(Int(pixels[2]) - 200) < 6 && abs(Int(pixels[1]) - 40) < 6)
  }

  @Test("the header turns the film", arguments: [0, 90, 180, 270])
  func turned(_ angle: Int) async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    let (_, path) = try await record(
      rig, MovieStart(recordingID: 2, codec: "jpeg", rotationAngle: angle),
      frames: 4)
    #expect(try await ImageTools.tag("Rotation", of: path) == "\(angle)")
    #expect(try await ImageTools.complaints(path) == "")
  }

  @Test("a film ends by itself at its length, its size and with its camera")
  func limits() async throws {
    let rig = try await rig()
    defer { rig.camera.end() }
    func ended(_ id: Int64) async -> MovieEnded.Reason? {
      _ = await Waiting.until(within: .seconds(20)) { [link] in
        link.posts(.movieEnded).contains { (try? MovieEnded(body: $0))?.recordingID == id }
      }
      return link.posts(.movieEnded).compactMap { try? MovieEnded(body: $0) }
        .first { $0.recordingID == id }?.reason
    }
    _ = try await rig.movies.ask(
      .movieStart, MovieStart(recordingID: 1, codec: "jpeg", maximumSeconds: 0.1))
    #expect(await ended(1) == .duration)
    let first: RecordedMovie = try await rig.movies.ask(
      .movieStop, MovieStop(recordingID: 1)
    ).reply()
    #expect(first.seconds < 1 && first.frames > 0)
    _ = try await rig.movies.ask(
      .movieStart, MovieStart(recordingID: 2, codec: "jpeg", maximumBytes: 20_000))
    #expect(await ended(2) == .size)
    let second: RecordedMovie = try await rig.movies.ask(
      .movieStop, MovieStop(recordingID: 2)
    ).reply()
    #expect(second.bytes < 25_000)
    _ = try await rig.movies.ask(.movieStart, MovieStart(recordingID: 3, codec: "jpeg"))
    _ = try await rig.camera.ask(.cameraStart, start([.movie], width: 320))
    #expect(await ended(3) == .camera)
    #expect(
      try await rig.movies.ask(.movieStop, MovieStop(recordingID: 3)).failureCode == nil)
  }

  @Test("what cannot be recorded is refused")
  func refused() async throws {
    let without = try await rig(outputs: [.video])
    #expect(
      try await without.movies.ask(.movieStart, MovieStart(recordingID: 1, codec: "jpeg"))
        .failureCode == .notPermitted)
    without.camera.end()
    let rig = try await rig()
    defer { rig.camera.end() }
    #expect(
      try await rig.movies.ask(.movieStart, MovieStart(recordingID: 1, codec: "avc1")).failureCode
        == .unsupported)
    #expect(
      try await rig.movies.ask(.movieStop, MovieStop(recordingID: 1)).failureCode == .notFound)
    _ = try await rig.movies.ask(.movieStart, MovieStart(recordingID: 1, codec: "jpeg"))
    #expect(
      try await rig.movies.ask(.movieStart, MovieStart(recordingID: 2, codec: "jpeg")).failureCode
        == .busy)
    #expect(
      try await rig.movies.ask(.movieStop, MovieStop(recordingID: 2)).failureCode == .notFound)
    rig.movies.end()
    #expect(
      try await rig.movies.ask(.movieStop, MovieStop(recordingID: 1)).failureCode == .notFound)
  }
}

/// A second opinion on films, where it is installed.
enum FilmTools {
  static let hint = Comment("needs ffmpeg and ffprobe, which are no part of Scripts/bootstrap")
  static var areInstalled: Bool {
    ["ffmpeg", "ffprobe"].allSatisfy { ProgramRun.find($0) != nil }
  }
}
