// SPDX-License-Identifier: MIT

import AVFoundation
import LockhostWire
import Testing

@Suite("The device's cameras")
struct CaptureDeviceTests {
  @Test("cameras are found by type and position")
  func discovery() throws {
    let host = try MediaHost()
    host.launch {
      let all = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInTelephotoCamera, .builtInWideAngleCamera], mediaType: .video,
        position: .unspecified)
      #expect(all.devices.map(\.uniqueID) == ["back", "front"])
      let front = AVCaptureDevice.default(
        .builtInWideAngleCamera, for: .video, position: .front)
      #expect(front?.position == .front)
      #expect(front?.localizedName == "Front Camera")
      #expect(AVCaptureDevice.default(for: .video)?.position == .back)
      #expect(AVCaptureDevice.default(for: .audio) == nil)
      #expect(
        AVCaptureDevice.default(.builtInTelephotoCamera, for: .video, position: .back) == nil)
      #expect(AVCaptureDevice(uniqueID: "none") == nil)
      #expect(AVCaptureDevice(uniqueID: "back") == AVCaptureDevice.default(for: .video))
    }
  }

  @Test("what the host says of a camera is what the device says")
  func facts() throws {
    let host = try MediaHost()
    try host.launch {
      let back = try #require(AVCaptureDevice.default(for: .video))
      #expect(back.hasFlash)
      #expect(back.hasTorch)
      #expect(back.maxAvailableVideoZoomFactor == 4)
      #expect(back.formats.count == 2)
      #expect(
        back.activeFormat.formatDescription.dimensions == CMVideoDimensions(width: 64, height: 48))
      #expect(
        back.activeFormat.supportedMaxPhotoDimensions
          == [
            CMVideoDimensions(width: 64, height: 48), CMVideoDimensions(width: 640, height: 480),
          ])
      #expect(back.activeFormat.videoSupportedFrameRateRanges.first?.maxFrameRate == 60)
    }
  }

  @Test("the camera that a person chose is the preferred one from then on")
  func preferred() throws {
    let host = try MediaHost()
    host.launch {
      #expect(AVCaptureDevice.userPreferredCamera?.uniqueID == "back")
      AVCaptureDevice.userPreferredCamera = AVCaptureDevice(uniqueID: "front")
      #expect(AVCaptureDevice.userPreferredCamera?.uniqueID == "front")
      #expect(AVCaptureDevice.systemPreferredCamera?.uniqueID == "front")
      AVCaptureDevice.userPreferredCamera = nil
      #expect(AVCaptureDevice.systemPreferredCamera?.uniqueID == "back")
    }
  }

  @Test("a locked camera keeps its zoom for all who have it")
  func zoom() throws {
    let host = try MediaHost()
    try host.launch {
      let back = try #require(AVCaptureDevice.default(for: .video))
      try back.lockForConfiguration()
      back.videoZoomFactor = 2.5
      back.unlockForConfiguration()
      #expect(AVCaptureDevice(uniqueID: "back")?.videoZoomFactor == 2.5)
    }
  }

  @Test("the permission is the host's, read and asked for in both forms")
  func authorization() async throws {
    let host = try MediaHost()
    await host.launch {
      #expect(AVCaptureDevice.authorizationStatus(for: .video) == .authorized)
      #expect(await AVCaptureDevice.requestAccess(for: .video))
      let journal = Journal()
      AVCaptureDevice.requestAccess(for: .video) { journal.write("\($0)") }
      #expect(await journal.wait(for: 1) == ["true"])
    }
    #expect(
      try host.bodies(.cameraAuthorization, as: MediaAuthorizationRequest.self).map(\.mediaType)
        == [.video])
  }

  @Test("a host without cameras has no device of any kind, and says so")
  func noDevice() throws {
    let host = try MediaHost(cameras: [])
    host.launch {
      #expect(AVCaptureDevice.default(for: .video) == nil)
      #expect(AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back) == nil)
      #expect(AVCaptureDevice(uniqueID: "back") == nil)
      let discovery = AVCaptureDevice.DiscoverySession(
        deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .unspecified)
      #expect(discovery.devices.isEmpty)
    }
  }

  @Test("without the permission there is no input")
  func denied() throws {
    let host = try MediaHost()
    host.refuse(.cameraAuthorization, .denied)
    try host.launch {
      let back = try #require(AVCaptureDevice.default(for: .video))
      let error = #expect(throws: AVError.self) { try AVCaptureDeviceInput(device: back) }
      #expect(error?.code == .applicationIsNotAuthorizedToUseDevice)
    }
  }
}
