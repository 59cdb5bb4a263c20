// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LockhostServices
import LockhostSystem
import LockhostTesting
import Synchronization
import Testing

@Suite("The photo library")
struct PhotoLibraryTests {
  let scratch: ScratchFolder
  var path: String { scratch.path("library") }

  init() throws { scratch = try ScratchFolder() }

  static func jpeg(_ frame: UInt64 = 0) throws -> [UInt8] {
    let image = TestPattern(width: 64, height: 48).image(frame: frame)
    return try JPEGEncoder.encode(image, exif: [])
  }

  private func refusal(_ asset: NewAsset) throws -> ServiceError? {
    let library = try PhotoLibrary(path: path)
    do throws(ServiceError) {
      _ = try library.add([asset], session: "s")
      return nil
    } catch {
      return error
    }
  }

  @Test("what is added is listed, found, and the same bytes")
  func adds() throws {
    let library = try PhotoLibrary(path: path)
    let first = try Self.jpeg(1)
    let added = try library.add(
      [
        NewAsset(bytes: first, created: 1000.5, filename: "IMG_0001.JPG"),
        NewAsset(bytes: try Self.jpeg(2)),
      ], session: "a")
    _ = try library.add([NewAsset(bytes: try Self.jpeg(3))], session: "b")
    #expect(added.count == 2)
    let record = added[0]
    #expect(record.identifier.hasSuffix("/L0/001"))
    #expect(UUID(uuidString: String(record.identifier.prefix(36))) != nil)
    #expect(record.type == "public.jpeg" && record.width == 64 && record.height == 48)
    #expect(record.created == 1000.5 && record.bytes == first.count)
    #expect(record.originalFilename == "IMG_0001.JPG")
    #expect(try contents(record.path) == first)
    #expect(try library.records().count == 3)
    #expect(try library.records(session: "a") == added)
    #expect(try library.record(record.identifier) == record)
    #expect(try library.record(String(record.identifier.prefix(36)).lowercased()) == record)
    // Another process, or the next start, sees the same.
    #expect(try PhotoLibrary(path: path).records() == library.records())
  }

  @Test("what is removed is gone, row and file, and the rest stays")
  func removed() throws {
    let library = try PhotoLibrary(path: path)
    let records = try library.add(
      try (1...3).map { NewAsset(bytes: try Self.jpeg($0)) }, session: "s")
    try library.remove([records[1]])
    #expect(try library.records() == [records[0], records[2]])
    let left = records.map { FileManager.default.fileExists(atPath: $0.path) }
    #expect(left == [true, false, true])
    // Once more is no fault, and an opening finds nothing to clear up.
    try library.remove([records[1]])
    #expect(try PhotoLibrary(path: path).records().count == 2)
    try library.remove(try library.records())
    #expect(try library.records().isEmpty)
  }

  @Test("an asset that is not there is not found")
  func missing() throws {
    let library = try PhotoLibrary(path: path)
    for identifier in ["", "nonsense", "' OR 1=1 --", UUID().uuidString] {
      #expect(throws: ServiceError(.noSuchAsset, identifier)) { try library.record(identifier) }
    }
  }

  @Test("an exported file has the same bytes, and nothing is overwritten")
  func exports() throws {
    let library = try PhotoLibrary(path: path)
    let bytes = try Self.jpeg()
    let record = try #require(try library.add([NewAsset(bytes: bytes)], session: "a").first)
    let target = try ScratchFolder()
    let copy = try library.export(record, to: target.path)
    #expect(try contents(copy) == bytes)
    #expect(copy.hasSuffix(".jpg"))
    #expect(try library.export(record, to: target.path) == copy)
    try Data("other".utf8).write(to: URL(filePath: copy))
    do throws(ServiceError) {
      _ = try library.export(record, to: target.path)
      Issue.record("it was overwritten")
    } catch {
      #expect(error.code == .exportFailed)
    }
    do throws(ServiceError) {
      _ = try library.export(record, to: target.path("missing"))
      Issue.record("there is no such folder")
    } catch {
      #expect(error.code == .exportFailed)
    }
  }

  static let wrong: [(String, [UInt8], PhotoRecord.MediaType, String?)] = [
    ("empty", [], .image, nil), ("text", Array("hello".utf8), .image, nil),
    ("half a signature", [0xFF, 0xD8], .image, nil),
    ("a signature alone", [0xFF, 0xD8, 0xFF, 0xE0], .image, nil),
    ("an executable", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1], .image, nil),
    ("a GIF", Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0], .image, nil),
    ("no video", Array("hello".utf8), .video, nil),
  ]

  @Test("what is no image or video is refused, as PhotoKit does", arguments: wrong.indices)
  func refuses(_ index: Int) throws {
    let (name, bytes, mediaType, type) = Self.wrong[index]
    let asset = NewAsset(bytes: bytes, mediaType: mediaType, claimedType: type)
    #expect(try refusal(asset)?.code == .resourceRefused, "\(name)")
  }

  @Test("what is another type than it is said to be is refused")
  func claims() throws {
    let jpeg = try Self.jpeg()
    #expect(try refusal(NewAsset(bytes: jpeg, claimedType: "public.jpeg")) == nil)
    #expect(try refusal(NewAsset(bytes: jpeg, claimedType: "public.png"))?.code == .resourceRefused)
    #expect(try refusal(NewAsset(bytes: jpeg, mediaType: .video))?.code == .resourceRefused)
    let avi = Array("RIFF....AVI LIST".utf8)
    #expect(try refusal(NewAsset(bytes: avi, mediaType: .video, claimedType: "public.avi")) == nil)
    #expect(try refusal(NewAsset(bytes: avi, mediaType: .image))?.code == .resourceRefused)
  }

  @Test("one bad asset among good ones, and none is added")
  func allOrNone() throws {
    let library = try PhotoLibrary(path: path)
    #expect(throws: ServiceError.self) {
      try library.add(
        [NewAsset(bytes: try Self.jpeg()), NewAsset(bytes: Array("no".utf8))], session: "a")
    }
    #expect(try library.records().isEmpty)
    #expect(scratch.contents(of: "library/content").isEmpty)
  }

  @Test("an asset is found by as much of its identifier as no other has")
  func beginnings() throws {
    let library = try PhotoLibrary(path: path)
    let records = try library.add(
      (0..<20).map { NewAsset(bytes: try Self.jpeg($0)) }, session: "a")
    let (first, second) = (records[0].identifier, records[1].identifier)
    let shared = zip(first, second).prefix { $0 == $1 }.count
    #expect(try library.record(String(first.prefix(36)).lowercased()) == records[0])
    #expect(try library.record(String(first.prefix(20))) == records[0])
    for bad in [String(first.prefix(shared)), "", "%", "nonesuch"] {
      let error = #expect(throws: ServiceError.self) { _ = try library.record(bad) }
      #expect(error?.code == .noSuchAsset, "\(bad)")
    }
    // What is not there any more is told by where it should be.
    unsafe unlink(records[0].path)
    let error = #expect(throws: ServiceError.self) {
      _ = try library.export(records[0], to: scratch.path)
    }
    #expect(error?.code == .exportFailed)
    #expect(error?.subject == records[0].path)
  }

  @Test("files without a row go at the next start, files with one stay")
  func garbage() throws {
    let record = try #require(
      try PhotoLibrary(path: path).add([NewAsset(bytes: try Self.jpeg())], session: "a").first)
    try scratch.write("half", to: "library/content/.lh-new-0123456789abcdef")
    try scratch.write("whole", to: "library/content/\(UUID().uuidString).jpg")
    #expect(scratch.contents(of: "library/content").count == 3)
    let library = try PhotoLibrary(path: path)
    #expect(scratch.contents(of: "library/content").count == 1)
    #expect(try library.records() == [record])
  }

  @Test("a library from the future is left alone")
  func future() throws {
    try { _ = try PhotoLibrary(path: path).records() }()
    // The four bytes of `user_version` in the database's header, when nobody has it open.
    let file = path + "/library.sqlite"
    var bytes = try contents(file)
    bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
    try write(bytes, to: file)
    do throws(ServiceError) {
      _ = try PhotoLibrary(path: path)
      Issue.record("it was opened")
    } catch {
      #expect(error.code == .libraryFromTheFuture)
    }
    #expect(try contents(file)[60..<64] == [0, 0, 0, 99])
  }

  @Test("a folder that cannot hold a library says so")
  func unusable() throws {
    for path in [scratch.path("missing/library"), try scratch.write("x", to: "file")] {
      do throws(ServiceError) {
        _ = try PhotoLibrary(path: path)
        Issue.record("\(path) was opened")
      } catch {
        #expect(error.code == .libraryUnusable)
      }
    }
  }

  @Test(
    "a library that cannot be written is read all the same",
    .enabled(if: !CurrentUser.isRoot, "root writes everywhere"))
  func readOnly() throws {
    let bytes = try Self.jpeg()
    let added = try PhotoLibrary(path: path).add([NewAsset(bytes: bytes)], session: "a")
    unsafe chmod(path, 0o500)
    defer { unsafe chmod(path, 0o700) }
    let library = try PhotoLibrary(path: path)
    #expect(try library.records() == added)
    #expect(try library.content(of: added[0]) == bytes)
    _ = try library.export(added[0], to: scratch.path)
    let error = #expect(throws: ServiceError.self) {
      _ = try library.add([NewAsset(bytes: bytes)], session: "b")
    }
    #expect(error?.code == .libraryWriteFailed)
  }

  /// The folders of libraries that were set aside.
  private func asides() -> [String] {
    scratch.contents(of: "library").filter { $0.hasPrefix("damaged-") && !$0.contains("/") }
  }

  /// What can happen to the file of a database.
  enum Damage: CaseIterable {
    case overwritten, emptied, removed, cut, scratched
  }

  @Test(
    "a damaged library is set aside with its photos, once, and loses none",
    arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    let bytes = try Self.jpeg()
    try {
      let library = try PhotoLibrary(path: path)
      for _ in 0..<40 { _ = try library.add([NewAsset(bytes: bytes)], session: "a") }
    }()
    let file = path + "/library.sqlite"
    var database = try contents(file)
    #expect(database.count > 8192)
    switch damage {
    case .overwritten: database = Array("this is no database, it only looks like one".utf8)
    case .emptied, .removed: database = []
    case .cut: database.removeLast(database.count / 2)
    case .scratched: database.replaceSubrange(4096..., with: repeatElement(0x5A, count: 4096))
    }
    if damage == .removed { unsafe unlink(file) } else { try write(database, to: file) }

    let error = #expect(throws: ServiceError.self) { _ = try PhotoLibrary(path: path) }
    #expect(error?.code == .libraryDamaged, "\(String(describing: error))")
    let aside = try #require(asides().first)
    #expect(error?.detail.contains(aside) == true)
    let photos = scratch.contents(of: "library/\(aside)/content")
    #expect(photos.count == 40)
    for photo in photos { #expect(try contents("\(path)/\(aside)/content/\(photo)") == bytes) }

    let library = try PhotoLibrary(path: path)
    #expect(try library.records().isEmpty)
    _ = try library.add([NewAsset(bytes: bytes)], session: "b")
    #expect(try PhotoLibrary(path: path).records().count == 1)
    #expect(asides() == [aside])
  }

  @Test("of many that meet a damaged library, one sets it aside")
  func damagedForMany() async throws {
    let path = path
    try { _ = try PhotoLibrary(path: path).add([NewAsset(bytes: Self.jpeg())], session: "a") }()
    try write(Array("no database".utf8), to: path + "/library.sqlite")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { _ = try? PhotoLibrary(path: path) } }
    }
    let asides = asides()
    #expect(asides.count == 1)
    #expect(scratch.contents(of: "library/\(asides.first ?? "")/content").count == 1)
    #expect(try PhotoLibrary(path: path).records().isEmpty)
  }

  @Test(
    "an export for which there is no room leaves nothing, and works when there is",
    .enabled(if: CurrentUser.isRoot, "not root"))
  func exportWithoutRoom() async throws {
    await #expect(processExitsWith: .success) {
      let disk = try ScratchFolder()
      let home = try ScratchFolder()
      guard SmallDisk.mount(over: disk.path, kibibytes: 512) else { exit(2) }
      let library = try PhotoLibrary(path: home.path("library"))
      let small = NewAsset(bytes: try PhotoLibraryTests.jpeg())
      let record = try library.add([small], session: "first")[0]
      // A file can be made, and nothing written to it.
      let folder = try Directory.open(path: disk.path)
      let filler = try folder.makeFile(FileName(literal: "filler"), permissions: 0o600)
      var facts = statvfs()
      guard unsafe statvfs(disk.path, &facts) == 0 else { exit(3) }
      try filler.writeAll(
        [UInt8](repeating: 0, count: Int(facts.f_bavail) * Int(facts.f_frsize)))
      do throws(ServiceError) {
        _ = try library.export(record, to: disk.path)
        exit(4)
      } catch {
        guard error.code == .exportFailed else { exit(5) }
      }
      guard try folder.names(limit: 10).count == 1 else { exit(6) }
      guard ftruncate(filler.rawValue, 0) == 0 else { exit(7) }
      _ = try library.export(record, to: disk.path)
    }
  }

  @Test(
    "a full disk is told as one, at the opening and at the adding, and loses nothing",
    .enabled(if: CurrentUser.isRoot, "not root"), arguments: [0, 16, 48, 80, 112, 144])
  func fullDisk(free: Int) async throws {
    await #expect(processExitsWith: .success) { [free = free as Int] in
      let scratch = try ScratchFolder()
      guard SmallDisk.mount(over: scratch.path, kibibytes: 512) else { exit(2) }
      let library = try PhotoLibrary(path: scratch.path("old"))
      let small = NewAsset(bytes: try PhotoLibraryTests.jpeg())
      let kept = try library.add([small], session: "first")

      // All but so many KiB of the disk is taken.
      let filler = try Directory.open(path: scratch.path)
        .makeFile(FileName(literal: "filler"), permissions: 0o600)
      var facts = statvfs()
      guard unsafe statvfs(scratch.path, &facts) == 0 else { exit(3) }
      let pages = Int(facts.f_bavail) - free / 4
      if pages > 0 {
        try filler.writeAll([UInt8](repeating: 0, count: pages * Int(facts.f_frsize)))
      }
      var codes: [ServiceError.Code] = []
      do throws(ServiceError) {
        for number in 0..<64 { _ = try library.add([small], session: "\(number)") }
      } catch {
        codes.append(error.code)
      }
      do throws(ServiceError) {
        _ = try PhotoLibrary(path: scratch.path("new"))
      } catch {
        codes.append(error.code)
      }
      guard !codes.isEmpty, codes.allSatisfy({ $0 == .libraryFull }) else {
        print(codes)
        exit(4)
      }
      guard try library.records(session: "first") == kept else { exit(5) }
    }
  }

  @Test(
    "killed at any moment, it opens again with no row without its file", .timeLimit(.minutes(3)))
  func killed() async throws {
    for delay: UInt32 in [0, 500, 1000, 2000, 3000, 5000, 8000, 13_000] {
      let path = scratch.path("killed-\(delay)")
      // A process of its own, which writes until it kills itself from another thread: so many
      // microseconds after its third photo.
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt32] in
        let count = Atomic(0)
        let bytes = try PhotoLibraryTests.jpeg()
        Thread.detachNewThread {
          while count.load(ordering: .relaxed) < 3 { usleep(100) }
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        while true {
          let library = try PhotoLibrary(path: path)
          for _ in 0..<4 {
            _ = try library.add([NewAsset(bytes: bytes)], session: "killed")
            count.add(1, ordering: .relaxed)
          }
        }
      }
      let library = try PhotoLibrary(path: path)
      let records = try library.records()
      #expect(records.count >= 3)
      for record in records {
        #expect(try contents(record.path) == PhotoLibraryTests.jpeg())
      }
      // And no file without its row, after the collection at the start.
      #expect(scratch.contents(of: "killed-\(delay)/content").count == records.count)
      _ = try library.add([NewAsset(bytes: try Self.jpeg())], session: "after")
    }
  }

  @Test("ten writers in one library lose nothing")
  func concurrent() async throws {
    let path = path
    _ = try PhotoLibrary(path: path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<10 {
        group.addTask {
          let library = try PhotoLibrary(path: path)
          for _ in 0..<5 {
            _ = try library.add([NewAsset(bytes: try Self.jpeg())], session: "\(writer)")
          }
        }
      }
      try await group.waitForAll()
    }
    let records = try PhotoLibrary(path: path).records()
    #expect(records.count == 50)
    #expect(Set(records.map(\.identifier)).count == 50)
    #expect(scratch.contents(of: "library/content").count == 50)
  }
}
