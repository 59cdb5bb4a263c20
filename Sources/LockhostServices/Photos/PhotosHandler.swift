// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSystem
import LockhostWire

/// Speaks for the photo library on the wire: authorization, adding, and reading what was added.
package final class PhotosHandler: Service {
  private let service: PhotosService
  private let permissions: Permissions
  private let link: @Sendable () -> (any SessionLink)?

  /// Makes a session's way into the library.
  package init(
    library: PhotoLibrary, session: String, permissions: Permissions, link: any SessionLink,
    limits: PhotosLimits = .standard
  ) {
    service = PhotosService(
      library: library, session: session, permissions: permissions, limits: limits)
    self.permissions = permissions
    self.link = { [weak link] in link }
  }

  package var admissions: [Admission] {
    [
      Admission(.photosAuthorization, rate: .init(perSecond: 20, burst: 100)),
      Admission(.photosRequestAuthorization, rate: .init(perSecond: 2, burst: 10)),
      Admission(
        .photosAdd, in: [.connected, .presented, .ready, .ending],
        rate: .init(perSecond: 10, burst: 20), descriptors: 1...WireLimits.descriptors),
      Admission(.photosFetch, rate: .init(perSecond: 20, burst: 40)),
      Admission(.photosRead, rate: .init(perSecond: 10, burst: 20)),
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      switch request.route {
      case .photosAuthorization:
        let asked = try request.decoded(as: PhotosLevel.self)
        let status = permissions.status(of: asked.permission)
        answer(.reply(AuthorizationStatus(status: status.appleValue)))
      case .photosRequestAuthorization:
        let asked = try request.decoded(as: PhotosLevel.self)
        permissions.request(asked.permission) { status in
          answer(.reply(AuthorizationStatus(status: status.appleValue)))
        }
      case .photosAdd:
        let asked = try request.decoded(as: PhotosAdd.self)
        add(try submissions(asked, request.descriptors), answer: answer)
      case .photosFetch:
        let asked = try request.decoded(as: PhotosFetch.self)
        service.find(asked.identifiers, most: WireLimits.fetchedAssets) { result in
          answer(
            Self.answer(result) {
              .reply(PhotosFetched(assets: $0.map(PhotoFacts.init)))
            })
        }
      case .photosRead:
        let asked = try request.decoded(as: PhotosRead.self)
        service.read(asked.identifier) { result in
          answer(Self.answer(result) { .reply(EmptyBody(), descriptors: [$0.descriptor]) })
        }
      default:
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the photo library's")
      }
    } catch {
      answer(.failure(error))
    }
  }

  private func add(
    _ submissions: [PhotosService.Submission],
    answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    let link = link
    service.add(submissions) { result in
      switch result {
      case .success(let records):
        for record in records { link()?.note(.photoAdded(record)) }
        answer(.reply(PhotosAdded(identifiers: records.map(\.identifier))))
      case .failure(let refusal):
        // The guest is told nothing of the host's disk; the person must be.
        if case .library(let error) = refusal { link()?.note(.photoLost(error)) }
        answer(.failure(Self.failure(refusal)))
      }
    }
  }

  /// Pairs each asset with its memory, and refuses what the library does not know.
  private func submissions(
    _ asked: PhotosAdd, _ descriptors: [SharedDescriptor]
  ) throws(WireFailure) -> [PhotosService.Submission] {
    var submissions: [PhotosService.Submission] = []
    for asset in asked.assets {
      let isImage = asset.mediaType == .image
      guard asset.resources.count == 1, let resource = asset.resources.first,
        resource.type == (isImage ? Self.photoType : Self.videoType)
      else {
        throw WireFailure(
          .unsupported, "an asset has exactly one resource, of type photo or video")
      }
      guard descriptors.indices.contains(resource.descriptor) else {
        throw WireFailure(.badMessage, "photosAdd: there is no descriptor \(resource.descriptor)")
      }
      submissions.append(
        PhotosService.Submission(
          content: MemoryFile(adopting: descriptors[resource.descriptor]),
          mediaType: isImage ? .image : .video, claimedType: resource.uniformTypeIdentifier,
          created: asset.creationDate.flatMap(Self.plausible),
          filename: resource.filename.flatMap(Self.harmless)))
    }
    return submissions
  }

  /// The number of `PHAssetResourceType.photo`.
  private static let photoType = 1
  /// The number of `PHAssetResourceType.video`.
  private static let videoType = 2

  /// A date between the years 1 and 9999; others are forgotten.
  private static func plausible(_ seconds: Double) -> Double? {
    (-62_135_596_800.0..<253_402_300_800.0).contains(seconds) ? seconds : nil
  }

  /// The last component of a name, without what would confuse a terminal.
  private static func harmless(_ name: String) -> String? {
    let last = name.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    return FileName(bytes: Array(last.prefix(200)))?.description
  }

  private static func answer<Value>(
    _ result: Result<Value, PhotosService.Refusal>, _ reply: (Value) -> ServiceAnswer
  ) -> ServiceAnswer {
    switch result {
    case .success(let value): reply(value)
    case .failure(let refusal): .failure(failure(refusal))
    }
  }

  private static func failure(_ refusal: PhotosService.Refusal) -> WireFailure {
    switch refusal {
    case .denied(let status):
      WireFailure(.denied, "the permission to add photos is \(status.title)")
    case .tooMany(let waiting):
      WireFailure(.tooMany, "\(waiting) requests are waiting already")
    case .notSealed:
      WireFailure(.badMessage, "photosAdd: a descriptor is no sealed memory file")
    case .size(let bytes, let limit):
      WireFailure(.tooLarge, "a resource has \(bytes) bytes; it must have 1 to \(limit)")
    case .limit:
      WireFailure(.limit, "the session has added as many photos or bytes as it may")
    case .content(let error):
      WireFailure(.unsupported, "the library does not take the resource: \(error.detail)")
    case .library:
      WireFailure(.internalError, "the photo library could not be used")
    case .notFound:
      WireFailure(.notFound, "this session has added no such asset")
    }
  }
}

extension PhotoFacts {
  fileprivate init(_ record: PhotoRecord) {
    self.init(
      identifier: record.identifier, mediaType: record.mediaType == .image ? .image : .video,
      width: record.width, height: record.height, creationDate: record.created,
      uniformTypeIdentifier: record.type)
  }
}

extension PhotosLevel {
  fileprivate var permission: Permission { level == 1 ? .photosAdd : .photosRead }
}
