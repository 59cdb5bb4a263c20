// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem
import LockhostTesting
import LockhostWire
import Testing

@Suite("Adding photos")
struct PhotosHandlerTests {
  let scratch: ScratchFolder
  let library: PhotoLibrary
  let link = RecordingLink()

  init() throws {
    scratch = try ScratchFolder()
    library = try PhotoLibrary(path: scratch.path("library"))
  }

  private func handler(
    _ permissions: Permissions = .all(.authorized), limits: PhotosLimits = .standard
  ) -> PhotosHandler {
    PhotosHandler(
      library: library, session: "session", permissions: permissions, link: link, limits: limits)
  }

  private func sealed(_ bytes: [UInt8]) throws -> SharedDescriptor {
    try MemoryFile.sealed(name: "photo", content: bytes).descriptor
  }

  private func asset(
    _ kind: PhotoAsset.Kind = .image, type: Int = 1, descriptor: Int = 0, date: Double? = nil,
    filename: String? = nil, claimed: String? = nil
  ) -> PhotosAdd {
    PhotosAdd(assets: [
      PhotoAsset(
        mediaType: kind, creationDate: date,
        resources: [
          PhotoResource(
            type: type, descriptor: descriptor, filename: filename, uniformTypeIdentifier: claimed)
        ])
    ])
  }

  @Test("a photo is in the library when the answer comes, and the session knows")
  func adds() async throws {
    let bytes = try PhotoLibraryTests.jpeg()
    let answer = try await handler().ask(
      .photosAdd, asset(date: 5, filename: "../../etc/IMG\u{1B}[2J.jpg", claimed: "public.jpeg"),
      [try sealed(bytes)])
    let added: PhotosAdded = try answer.reply()
    let record = try library.record(try #require(added.identifiers.first))
    #expect(try contents(record.path) == bytes)
    #expect(record.session == "session" && record.created == 5)
    #expect(record.originalFilename == "IMG\\x1B[2J.jpg")
    #expect(link.added == [record])
  }

  @Test("nothing is added without the permission; who may read and write may add")
  func permission() async throws {
    let photo = try sealed(try PhotoLibraryTests.jpeg())
    for status in [PermissionGrant.Status.denied, .restricted, .notDetermined] {
      #expect(
        try await handler(.all(status)).ask(.photosAdd, asset(), [photo]).failureCode == .denied)
    }
    #expect(try library.records().isEmpty)
    let reader = Permissions { $0 == .photosRead ? .authorized : .notDetermined }
    #expect(try await handler(reader).ask(.photosAdd, asset(), [photo]).failureCode == nil)
    let level: AuthorizationStatus = try await handler(reader).ask(
      .photosAuthorization, PhotosLevel(level: 1)
    ).reply()
    #expect(level.status == 0)
    let other: AuthorizationStatus = try await handler(reader).ask(
      .photosRequestAuthorization, PhotosLevel(level: 2)
    ).reply()
    #expect(other.status == 3)
  }

  @Test("memory that can still change, and what is no memory, is not read")
  func unsealed() async throws {
    let open = try MemoryFile.create(name: "open")
    try open.descriptor.writeAll(try PhotoLibraryTests.jpeg())
    let half = try MemoryFile.create(name: "half")
    try half.descriptor.writeAll(try PhotoLibraryTests.jpeg())
    try half.addSeals([.shrink, .grow])
    let descriptors: [SharedDescriptor] = [
      open.descriptor, half.descriptor, try Pipe().reading, try SharedDescriptor.null(),
      try PacketSocket.pair().0.descriptor, try Directory.open(path: "/").descriptor,
    ]
    for descriptor in descriptors {
      #expect(
        try await handler().ask(.photosAdd, asset(), [descriptor]).failureCode == .badMessage)
    }
    #expect(try library.records().isEmpty)
  }

  @Test("resources that are missing, of another type, empty or too large are refused")
  func refuses() async throws {
    let photo = try sealed(try PhotoLibraryTests.jpeg())
    let handler = handler()
    func code(
      _ body: PhotosAdd, _ descriptors: [SharedDescriptor]
    ) async throws
      -> WireFailure.Code?
    {
      try await handler.ask(.photosAdd, body, descriptors).failureCode
    }
    #expect(try await code(asset(), []) == .badMessage)
    #expect(try await code(asset(descriptor: 3), [photo]) == .badMessage)
    #expect(try await code(asset(type: 9), [photo]) == .unsupported)
    #expect(try await code(asset(.video, type: 1), [photo]) == .unsupported)
    #expect(try await code(asset(.video, type: 2), [photo]) == .unsupported)
    #expect(try await code(asset(claimed: "public.heic"), [photo]) == .unsupported)
    #expect(try await code(asset(), [try sealed(Array("no photo".utf8))]) == .unsupported)
    #expect(try await code(asset(), [try sealed([])]) == .tooLarge)
    // 65 MiB that take no memory, as a guest could send them.
    let huge = try MemoryFile.create(name: "huge", bytes: 65 << 20)
    try huge.addSeals(.finished)
    #expect(try await code(asset(), [huge.descriptor]) == .tooLarge)
    #expect(try library.records().isEmpty)
    #expect(link.added.isEmpty)
    // Control: the same photo is taken when everything is right.
    #expect(try await code(asset(), [photo]) == nil)
  }

  @Test("a photo that the library cannot store is told to the session, and not why to the guest")
  func lost() async throws {
    let handler = handler()
    let photo = try sealed(try PhotoLibraryTests.jpeg())
    #expect(try await handler.ask(.photosAdd, asset(), [photo]).failureCode == nil)
    #expect(link.lost.isEmpty)
    // Writing into a folder that was removed fails.
    try FileManager.default.removeItem(atPath: library.path + "/content")
    let answer = try await handler.ask(.photosAdd, asset(), [photo])
    #expect(answer.failureCode == .internalError)
    #expect(answer.failureMessage?.contains(library.path) == false)
    #expect(link.lost.map(\.code) == [.libraryWriteFailed])
  }

  @Test("a session adds as much as it may, and a refused photo does not count")
  func limits() async throws {
    let bytes = try PhotoLibraryTests.jpeg()
    let limits = PhotosLimits(
      assetBytes: 64 << 20, assets: 3, bytes: bytes.count * 2 + 10, requests: 4)
    let handler = handler(limits: limits)
    let photo = try sealed(bytes)
    func code(_ descriptor: SharedDescriptor) async throws -> WireFailure.Code? {
      try await handler.ask(.photosAdd, asset(), [descriptor]).failureCode
    }
    #expect(try await code(photo) == nil)
    for _ in 0..<5 { #expect(try await code(try sealed([1, 2, 3])) == .unsupported) }
    #expect(try await code(photo) == nil)
    #expect(try await code(photo) == .limit)
    #expect(try library.records().count == 2)
  }

  @Test("a flood of requests is refused beyond a few, and nothing else suffers")
  func flood() async throws {
    let handler = handler()
    let photo = try sealed(try PhotoLibraryTests.jpeg())
    let body = try asset().encodedBody()
    let codes = await withTaskGroup(of: WireFailure.Code?.self) { group in
      for _ in 0..<60 {
        group.addTask { await handler.ask(.photosAdd, body, [photo]).failureCode }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let added = codes.filter { $0 == nil }.count
    #expect(codes.allSatisfy { $0 == nil || $0 == .tooMany })
    #expect(try library.records().count == added)
    #expect(added >= 4)
  }

  @Test("a session reads what it has added, and nothing else")
  func reads() async throws {
    let other = try #require(
      try library.add([NewAsset(bytes: try PhotoLibraryTests.jpeg(9))], session: "other").first)
    let handler = handler()
    let none: PhotosFetched = try await handler.ask(.photosFetch, PhotosFetch()).reply()
    #expect(none.assets.isEmpty)
    let bytes = try PhotoLibraryTests.jpeg(1)
    let added: PhotosAdded = try await handler.ask(
      .photosAdd, asset(date: 5), [try sealed(bytes)]
    ).reply()
    let own = try #require(added.identifiers.first)
    let found: PhotosFetched = try await handler.ask(.photosFetch, PhotosFetch()).reply()
    #expect(
      found.assets == [
        PhotoFacts(
          identifier: own, mediaType: .image, width: 64, height: 48, creationDate: 5,
          uniformTypeIdentifier: "public.jpeg")
      ])
    let named: PhotosFetched = try await handler.ask(
      .photosFetch, PhotosFetch(identifiers: [other.identifier, own, "' OR 1=1 --"])
    ).reply()
    #expect(named.assets.map(\.identifier) == [own])

    let answer = try await handler.ask(.photosRead, PhotosRead(identifier: own))
    let file = MemoryFile(adopting: try #require(answer.descriptors.first))
    #expect(try file.read(maximumBytes: 1 << 20) == bytes)
    #expect(try file.seals().isSuperset(of: .finished))
    for identifier in [other.identifier, "", "nonsense", String(own.dropLast())] {
      let answer = try await handler.ask(.photosRead, PhotosRead(identifier: identifier))
      #expect(answer.failureCode == .notFound, "\(identifier)")
      #expect(answer.descriptors.isEmpty)
    }
  }

  @Test("nothing is read without the permission, and no more at once than a few")
  func readingRefused() async throws {
    let record = try #require(
      try library.add([NewAsset(bytes: try PhotoLibraryTests.jpeg())], session: "session").first)
    let denied = handler(.all(.denied))
    #expect(try await denied.ask(.photosFetch, PhotosFetch()).failureCode == .denied)
    #expect(
      try await denied.ask(.photosRead, PhotosRead(identifier: record.identifier)).failureCode
        == .denied)
    let most = (0...WireLimits.fetchedAssets).map { "\($0)" }
    #expect(throws: WireError.self) { try PhotosFetch(identifiers: most).validate() }
    // As many as may be told of, in one message, the newest of them.
    let assets = try (0..<(WireLimits.fetchedAssets + 5)).map { _ in
      NewAsset(bytes: try PhotoLibraryTests.jpeg())
    }
    let added = try library.add(assets, session: "session")
    let found: PhotosFetched = try await handler().ask(.photosFetch, PhotosFetch()).reply()
    #expect(
      found.assets.map(\.identifier)
        == added.suffix(WireLimits.fetchedAssets).map(\.identifier))
    #expect(try found.encodedBody().count < WireLimits.bodyBytes)
  }

  @Test("a date that is none is forgotten")
  func dates() async throws {
    let photo = try sealed(try PhotoLibraryTests.jpeg())
    let body = Array(
      #"{"assets":[{"mediaType":"image","creationDate":1e300,"resources":[{"type":1,"descriptor":0}]}]}"#
        .utf8)
    let answer = await handler().ask(.photosAdd, body, [photo])
    let added: PhotosAdded = try answer.reply()
    #expect(try library.record(added.identifiers[0]).created < 1e11)
  }
}
