// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import LockhostWire
import Photos
import Synchronization
import Testing

@Suite("Adding to the photo library")
struct PhotoLibraryTests {
  @Test("data reaches the host sealed, with its type and name")
  func data() async throws {
    let host = try MediaHost()
    let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) })
    try await host.launch {
      try await PHPhotoLibrary.shared().performChanges {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "IMG_0001.jpg"
        options.uniformTypeIdentifier = "public.jpeg"
        let request = PHAssetCreationRequest.forAsset()
        request.creationDate = Date(timeIntervalSince1970: 1_000)
        request.addResource(with: .photo, data: content, options: options)
      }
    }
    let message = try #require(host.received(.photosAdd).first)
    #expect(
      try PhotosAdd(body: message.body)
        == PhotosAdd(assets: [
          PhotoAsset(
            mediaType: .image, creationDate: 1_000,
            resources: [
              PhotoResource(
                type: 1, descriptor: 0, filename: "IMG_0001.jpg",
                uniformTypeIdentifier: "public.jpeg")
            ])
        ]))
    let file = MemoryFile(adopting: try #require(message.descriptors.first))
    #expect(try file.seals().isSuperset(of: .finished))
    #expect(try file.read(maximumBytes: 4_000_000) == [UInt8](content))
  }

  @Test("a file is read when the change is made, and moved when that was asked")
  func file() async throws {
    let host = try MediaHost()
    let scratch = try ScratchFolder()
    let url = URL(fileURLWithPath: scratch.path("picture.jpg"))
    let kept = URL(fileURLWithPath: scratch.path("kept.jpg"))
    try Data("kept".utf8).write(to: kept)
    try await host.launch {
      try await PHPhotoLibrary.shared().performChanges {
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        PHAssetCreationRequest.forAsset().addResource(
          with: .photo, fileURL: url, options: options)
        #expect(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: kept) != nil)
        #expect(
          FileManager.default.createFile(atPath: url.path, contents: Data("late".utf8)))
      }
    }
    let message = try #require(host.received(.photosAdd).first)
    let contents = try message.descriptors.map {
      String(decoding: try MemoryFile(adopting: $0).read(maximumBytes: 100), as: UTF8.self)
    }
    #expect(contents == ["late", "kept"])
    #expect(
      try PhotosAdd(body: message.body).assets.flatMap(\.resources).map(\.filename)
        == ["picture.jpg", "kept.jpg"])
    #expect(!FileManager.default.fileExists(atPath: url.path))
    #expect(FileManager.default.fileExists(atPath: kept.path))
  }

  @Test("the placeholder has the library's identifier once the change is made")
  func placeholder() async throws {
    let host = try MediaHost()
    let placeholder = Mutex<PHObjectPlaceholder?>(nil)
    try await host.launch {
      try await PHPhotoLibrary.shared().performChanges {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: Data([1]), options: nil)
        placeholder.withLock { $0 = request.placeholderForCreatedAsset }
      }
    }
    #expect(placeholder.withLock { $0?.localIdentifier } == "asset-1-0")
  }

  @Test("the handler form runs both blocks on the library's queue and reports success")
  func handler() async throws {
    let host = try MediaHost()
    let journal = Journal()
    host.launch {
      PHPhotoLibrary.shared().performChanges {
        journal.write("change \(MainQueue.isCurrent)")
        PHAssetCreationRequest.forAsset().addResource(
          with: .photo, data: Data([1]), options: nil)
      } completionHandler: { success, error in
        journal.write("done \(success) \(error == nil) \(MainQueue.isCurrent)")
      }
    }
    #expect(await journal.wait(for: 2) == ["change false", "done true true false"])
  }

  @Test("the waiting form returns when the change is made")
  func waiting() throws {
    let host = try MediaHost()
    try host.launch {
      try PHPhotoLibrary.shared().performChangesAndWait {
        PHAssetCreationRequest.forAsset().addResource(
          with: .video, data: Data([1]), options: nil)
      }
    }
    #expect(
      try host.bodies(.photosAdd, as: PhotosAdd.self).flatMap(\.assets).map(\.mediaType)
        == [.video])
  }

  @Test("many assets go in several messages, in order, with no file left out")
  func many() async throws {
    let host = try MediaHost()
    try await host.launch {
      try await PHPhotoLibrary.shared().performChanges {
        for number in UInt8(0)..<9 {
          let request = PHAssetCreationRequest.forAsset()
          request.addResource(with: .photo, data: Data([number]), options: nil)
          if number % 4 == 0 {
            request.addResource(with: .alternatePhoto, data: Data([number, 1]), options: nil)
          }
        }
      }
    }
    let messages = host.received(.photosAdd)
    var contents: [[UInt8]] = []
    for message in messages {
      #expect(message.descriptors.count <= WireLimits.descriptors)
      for resource in try PhotosAdd(body: message.body).assets.flatMap(\.resources) {
        let file = MemoryFile(adopting: message.descriptors[resource.descriptor])
        contents.append(try file.read(maximumBytes: 10))
      }
    }
    #expect(
      contents == [[0], [0, 1], [1], [2], [3], [4], [4, 1], [5], [6], [7], [8], [8, 1]])
  }

  @Test("nothing is sent of a change that cannot be made whole")
  func refusedBefore() async throws {
    let host = try MediaHost()
    let tooMany: @Sendable () -> Void = {
      let request = PHAssetCreationRequest.forAsset()
      for _ in 0..<5 { request.addResource(with: .photo, data: Data([1]), options: nil) }
    }
    let cases: [(PHPhotosError.Code, @Sendable () -> Void)] = [
      (.invalidResource, tooMany),
      (.missingResource, { _ = PHAssetCreationRequest.forAsset() }),
      (
        .invalidResource,
        {
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data(), options: nil)
        }
      ),
      (
        .missingResource,
        {
          PHAssetCreationRequest.forAsset().addResource(
            with: .photo, fileURL: URL(fileURLWithPath: "/nowhere.jpg"), options: nil)
        }
      ),
    ]
    for (code, change) in cases {
      let error = await #expect(throws: PHPhotosError.self) {
        try await host.launch {
          try await PHPhotoLibrary.shared().performChanges {
            PHAssetCreationRequest.forAsset().addResource(
              with: .photo, data: Data([1]), options: nil)
            change()
          }
        }
      }
      #expect(error?.code == code)
    }
    #expect(host.received(.photosAdd).isEmpty)
  }

  @Test("a file that is not there makes no request")
  func unreadable() async throws {
    let host = try MediaHost()
    try await host.launch {
      try await PHPhotoLibrary.shared().performChanges {
        let nowhere = URL(fileURLWithPath: "/nowhere.jpg")
        #expect(PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: nowhere) == nil)
      }
    }
    #expect(host.received(.photosAdd).isEmpty)
  }

  @Test(
    "the host's refusals have Apple's codes",
    arguments: [
      (WireFailure.Code.denied, 3311), (.notPermitted, 3310), (.limit, 3305),
      (.unsupported, 3302), (.internalError, -1),
    ])
  func codes(failure: WireFailure.Code, code: Int) async throws {
    let host = try MediaHost()
    host.refuse(.photosAdd, failure)
    let error = await #expect(throws: (any Error).self) {
      try await host.launch {
        try await PHPhotoLibrary.shared().performChanges {
          PHAssetCreationRequest.forAsset().addResource(
            with: .photo, data: Data([1]), options: nil)
        }
      }
    }
    let bridged = try #require(error) as NSError
    #expect(bridged.domain == "PHPhotosErrorDomain")
    #expect(bridged.code == code)
  }

  @Test("the permission is the host's, read and asked for in both forms")
  func authorization() async throws {
    let host = try MediaHost()
    await host.launch {
      #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
      #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized)
      let journal = Journal()
      PHPhotoLibrary.requestAuthorization(for: .addOnly) { journal.write("\($0.rawValue)") }
      #expect(await journal.wait(for: 1) == ["3"])
      host.refuse(.photosAuthorization, .notPermitted)
      #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .restricted)
    }
    #expect(
      try host.bodies(.photosRequestAuthorization, as: PhotosLevel.self).map(\.level) == [2, 1])
  }

  @Test("a request outside of a change ends the process")
  func outside() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      _ = PHAssetCreationRequest.forAsset()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("'NSInternalInconsistencyException', reason: 'This method can only be"))
  }

  @Test("an asset has one picture or one film")
  func supportedTypes() {
    func supports(_ types: [PHAssetResourceType]) -> Bool {
      PHAssetCreationRequest.supportsAssetResourceTypes(
        types.map { NSNumber(value: $0.rawValue) })
    }
    #expect(supports([.photo]))
    #expect(supports([.video]))
    #expect(!supports([.photo, .alternatePhoto]))
    #expect(!supports([.photo, .video]))
    #expect(!supports([.alternatePhoto]))
  }
}
