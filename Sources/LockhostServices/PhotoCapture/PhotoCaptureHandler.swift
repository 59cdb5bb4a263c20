// SPDX-License-Identifier: MIT

import LockhostSystem
import LockhostWire

/// Speaks for the shutter on the wire.
package final class PhotoCaptureHandler: Service {
  private let service: PhotoCaptureService
  private let link: @Sendable () -> (any SessionLink)?

  /// Makes the shutter of a session's camera.
  package init(camera: CameraService, link: any SessionLink) {
    service = PhotoCaptureService(camera: camera)
    self.link = { [weak link] in link }
  }

  package var admissions: [Admission] {
    [
      Admission(.photoCapture, in: [.presented, .ready], rate: .init(perSecond: 10, burst: 20))
    ]
  }

  package func handle(
    _ request: ServiceRequest, answer: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    do throws(WireFailure) {
      guard request.route == .photoCapture else {
        throw WireFailure(.unknownRoute, "\(request.route.name) is not the shutter's")
      }
      let asked = try request.decoded(as: PhotoCapture.self)
      let settings = try settings(asked)
      let link = link
      service.capture(
        settings,
        progress: { phase in
          link()?.post(.photoProgress, body: Self.body(of: phase, uniqueID: asked.uniqueID))
        },
        then: { result in
          answer(Self.answer(result, to: asked, link: link()))
        })
    } catch {
      answer(.failure(error))
    }
  }

  private func settings(_ asked: PhotoCapture) throws(WireFailure) -> PhotoSettings {
    guard let codec = PhotoCodec(rawValue: asked.codec), PhotoCodec.available.contains(codec)
    else {
      let codecs = PhotoCodec.available.map(\.rawValue).joined(separator: ", ")
      throw WireFailure(.unsupported, "photos are encoded as \(codecs)")
    }
    guard
      let orientation = ImageOrientation(
        rotationAngle: asked.rotationAngle, mirrored: asked.mirrored)
    else { throw WireFailure(.badMessage, "photoCapture: rotationAngle") }
    let size: PhotoSettings.Size?
    switch (asked.width, asked.height) {
    case (let width?, let height?): size = PhotoSettings.Size(width: width, height: height)
    case (nil, nil): size = nil
    default: throw WireFailure(.badMessage, "photoCapture: width and height come together")
    }
    return PhotoSettings(
      flashMode: asked.flashMode, size: size, quality: asked.quality, orientation: orientation,
      codec: codec)
  }

  private static func answer(
    _ result: Result<PhotoCaptureService.Photo, PhotoCaptureService.Refusal>,
    to asked: PhotoCapture, link: (any SessionLink)?
  ) -> ServiceAnswer {
    switch result {
    case .success(let photo):
      link?.note(.photoCaptured(width: photo.width, height: photo.height, bytes: photo.bytes))
      return .reply(
        CapturedPhoto(
          uniqueID: asked.uniqueID, width: photo.width, height: photo.height,
          orientation: Int(photo.orientation.rawValue), flashFired: photo.flashFired),
        descriptors: [photo.file.descriptor])
    case .failure(.noCamera):
      return .failure(.notPermitted, "no running camera is connected to a photo output")
    case .failure(.interrupted):
      return .failure(.busy, "the camera was taken away")
    case .failure(.tooMany(let count)):
      return .failure(.tooMany, "\(count) photos are being taken already")
    case .failure(.badSize):
      return .failure(.unsupported, "the camera's sensor has no such size")
    case .failure(.encoding), .failure(.memory):
      return .failure(.internalError, "the photo could not be made")
    }
  }

  private static func body(of phase: PhotoCaptureService.Phase, uniqueID: Int64) -> [UInt8] {
    do throws(WireError) {
      return try PhotoProgress(uniqueID: uniqueID, phase: phase.rawValue).encodedBody()
    } catch {
      return []
    }
  }
}
