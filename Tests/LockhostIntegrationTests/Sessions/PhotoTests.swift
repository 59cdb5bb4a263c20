// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

/// The slice that everything else stands on: press, photo, end.
@Suite(
  "A locked launch that takes a photo",
  .enabled(if: Fixtures.areBuilt("CameraSample", "TinyCapture", "Misbehaving"), "\(Fixtures.hint)"),
  .timeLimit(.minutes(10)))
struct PhotoTests {
  static let script = "wait ready; press camera-control; wait photo; dismiss"

  @Test(
    "the photo is the picture, and the record tells of it",
    arguments: ["CameraSample", "TinyCapture"])
  func photo(app: String) async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      Fixtures.app(app), Self.script, flags: ["--camera", Picture.hillside])
    #expect(result.run.status == 0, "\(result.transcript)")
    let record = try result.record()
    #expect(record.schema == "lockhost.exit/1")
    #expect(record.reason == .dismissed)
    #expect(record.code == nil)
    #expect(record.decision.target == .extension)
    #expect(record.missing.isEmpty)
    #expect(record.violations.isEmpty)
    #expect(record.container.wiped)
    await result.expectNothingLeft()

    let photo = try #require(record.photos.first)
    #expect(record.photos.count == 1)
    #expect(photo.type == "public.jpeg")
    let size = try FileManager.default.attributesOfItem(atPath: photo.path)[.size] as? Int
    #expect(size == photo.bytes)

    // What was handed over is byte for byte what is in the library.
    let folder = try #require(record.sessionContent.path)
    #expect(record.sessionContent.files == 1)
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder)
    let copy = try #require(copies.first)
    #expect(FileManager.default.contentsEqual(atPath: photo.path, andPath: "\(folder)/\(copy)"))
  }

  @Test("exiftool reads every field without a warning, and jpeginfo the whole stream")
  func metadata() async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      Fixtures.app("CameraSample"), Self.script, flags: ["--camera", Picture.hillside])
    let photo = try #require(try result.record().photos.first, "\(result.transcript)")

    let warnings = try await ProgramRun.run(
      "exiftool", ["-validate", "-warning", "-error", "-a", "-s3", photo.path])
    #expect(warnings.output == "OK\n", "\(warnings.output)")
    let stream = try await ProgramRun.run("jpeginfo", ["-c", photo.path])
    #expect(stream.status == 0, "\(stream.output)")

    let tags = try await Picture.tags(of: photo.path)
    for name in [
      "Make", "Model", "DateTimeOriginal", "Orientation", "ExposureTime", "FNumber", "ISO",
      "FocalLength", "ExifImageWidth", "ExifImageHeight",
    ] {
      #expect(tags[name] != nil, "no \(name)")
    }
    #expect(tags["Software"]?.contains("lockhost") == true || tags["Make"]?.isEmpty == false)
  }

  @Test("an observer in a real guest hears how the device is turned, also before it started")
  func turns() async throws {
    let result = try await Phone().launch(
      behaviour: "none", "turn 90; wait ready; turn 180; turn 0; sleep 300ms; dismiss")
    #expect(result.run.status == 0, "\(result.transcript)")
    let prefix = "guest: level at "
    let angles = result.run.errors.split(separator: "\n").filter { $0.hasPrefix(prefix) }
      .compactMap { Int($0.dropFirst(prefix.count)) }
    #expect(angles.drop { $0 != 90 } == [90, 180, 0], "\(result.transcript)")
  }

  @Test("the picture is the source, however its EXIF turns it", arguments: 1...8)
  func orientations(orientation: Int) async throws {
    let phone = try Phone()
    let source = phone.scratch.path("source-\(orientation).jpg")
    try FileManager.default.copyItem(atPath: Picture.hillside, toPath: source)
    let turned = try await ProgramRun.run(
      "exiftool", ["-q", "-overwrite_original", "-n", "-Orientation=\(orientation)", source])
    #expect(turned.status == 0, "\(turned.errors)")

    let result = try await phone.launch(
      Fixtures.app("CameraSample"), Self.script, flags: ["--camera", source])
    let photo = try #require(try result.record().photos.first, "\(result.transcript)")
    #expect(
      try await Picture.uprightSize(of: photo.path) == Picture.uprightSize(of: source))
    let differences = try await Picture.meanDifferences(source, photo.path)
    #expect(differences.count == 3)
    #expect(differences.allSatisfy { $0 < 4 }, "\(differences)")
    // The control: the same picture mirrored is far away, so the comparison can tell.
    let mirrored = phone.scratch.path("mirrored.png")
    _ = try await ProgramRun.run("convert", [source, "-auto-orient", "-flop", mirrored])
    let control = try await Picture.meanDifferences(mirrored, photo.path)
    #expect(control.contains { $0 > 8 }, "\(control)")
  }

  @Test("a PNG and a folder of pictures are cameras too")
  func otherSources() async throws {
    let phone = try Phone()
    let png = phone.scratch.path("pictures/a.png")
    try FileManager.default.createDirectory(
      atPath: phone.scratch.path("pictures"), withIntermediateDirectories: true)
    _ = try await ProgramRun.run("convert", [Picture.hillside, "-resize", "640x480!", png])
    for source in [png, phone.scratch.path("pictures")] {
      let result = try await phone.launch(
        Fixtures.app("CameraSample"), Self.script, flags: ["--camera", source])
      let photo = try #require(try result.record().photos.first, "\(result.transcript)")
      let differences = try await Picture.meanDifferences(png, photo.path)
      #expect(differences.count == 3)
      #expect(differences.allSatisfy { $0 < 4 }, "\(source): \(differences)")
    }
  }

  @Test(
    "what is no picture, or not what it is said to be, is refused with PhotoKit's codes",
    .enabled(if: Fixtures.areBuilt("Misbehaving"), "\(Fixtures.hint)"))
  func refusals() async throws {
    let phone = try Phone()
    let app = try MisbehavingApp.bundle("adds-odd-photos", in: phone.scratch)
    let script = "wait ready; press camera-control; sleep 3s; dismiss"
    let result = try await phone.launch(app, script)
    let printed = result.run.output + result.run.errors
    #expect(printed.contains("odd photos: done"), "\(result.transcript)")
    // PHPhotosErrorInvalidResource, and PHPhotosErrorMissingResource.
    let refused = [
      "text", "nothing", "half a picture", "a PNG that is said to be a JPEG",
      "a PNG that is said to be a video", "a picture and a text at once",
    ]
    for name in refused {
      #expect(printed.contains("\(name): PHPhotosErrorDomain 3302"), "\(name): \(printed)")
    }
    #expect(printed.contains("no file: PHPhotosErrorDomain 3303"), "\(printed)")
    #expect(printed.contains("a picture: added"), "\(printed)")
    let record = try result.record()
    #expect(record.photos.map(\.type) == ["public.png"])
    #expect(record.reason == .dismissed)
    // It reads what it has added, and the next session sees nothing of it.
    #expect(printed.contains("assets before: 0\n"), "\(printed)")
    #expect(printed.contains("assets after: 1, by name 1, 1 x 1"), "\(printed)")
    #expect(printed.contains("read back: true, public.png"), "\(printed)")
    let second = try await phone.launch(app, script)
    #expect((second.run.output + second.run.errors).contains("assets before: 0\n"))
  }

  @Test("photos are listed and exported")
  func library() async throws {
    let phone = try Phone()
    let result = try await phone.launch(
      Fixtures.app("CameraSample"),
      "wait ready; press camera-control; wait photo; press volume-down; wait photos 2; dismiss")
    let record = try result.record()
    #expect(record.photos.count == 2, "\(result.transcript)")
    let listed = try await phone.run("photos", "list")
    #expect(listed.status == 0)
    for photo in record.photos { #expect(listed.output.contains(photo.identifier)) }
    let folder = phone.scratch.path("exported")
    let exported = try await phone.run("photos", "export", "-o", folder)
    #expect(exported.status == 0, "\(exported.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
  }

  @Test("the app imports what the extension left, once")
  func handOver() async throws {
    let phone = try Phone()
    let captured = try await phone.launch(Fixtures.app("CameraSample"), Self.script)
    #expect(captured.run.status == 0, "\(captured.transcript)")
    let first = try await phone.launch(
      Fixtures.app("CameraSample"), "sleep 1s; dismiss", lock: "--unlocked")
    #expect(try first.record().decision.target == .app)
    #expect((first.run.output + first.run.errors).contains("imported: IMG_0001.jpg"))
    let second = try await phone.launch(
      Fixtures.app("CameraSample"), "sleep 1s; dismiss", lock: "--unlocked")
    #expect(!(second.run.output + second.run.errors).contains("imported:"))
  }
}
