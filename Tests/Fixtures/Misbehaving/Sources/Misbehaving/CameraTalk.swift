// SPDX-License-Identifier: MIT

import AVFoundation

/// What the app does with the camera, when the extension's file `behaviour` says `app-camera`.
enum CameraTalk {
  private static let session = AVCaptureSession()

  static func run() async {
    let name = "/bundle/Extensions/MisbehavingCapture.appex/behaviour"
    guard (try? String(contentsOfFile: name, encoding: .utf8)) == "app-camera\n" else { return }
    print("camera status: \(AVCaptureDevice.authorizationStatus(for: .video).rawValue)")
    do {
      guard let device = AVCaptureDevice.default(for: .video) else { return print("no camera") }
      session.addInput(try AVCaptureDeviceInput(device: device))
    } catch {
      let error = error as NSError
      return print("camera input: \(error.domain) \(error.code)")
    }
    session.addOutput(AVCapturePhotoOutput())
    watch()
    session.startRunning()
  }

  private static func watch() {
    for (name, line) in [
      (AVCaptureSession.didStartRunningNotification, "started"),
      (AVCaptureSession.didStopRunningNotification, "stopped"),
      (AVCaptureSession.interruptionEndedNotification, "interruption ended"),
      (AVCaptureSession.wasInterruptedNotification, "interrupted"),
    ] {
      let center = NotificationCenter.default
      _ = center.addObserver(forName: name, object: session, queue: nil) { note in
        let reason = note.userInfo?[AVCaptureSessionInterruptionReasonKey] as? Int
        print("app camera: \(line)" + (reason.map { " \($0)" } ?? ""))
      }
    }
  }
}
