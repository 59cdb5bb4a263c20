// SPDX-License-Identifier: MIT

import AVKit
import Glibc
import LockedCameraCapture
import SwiftUI

struct MisbehavingView: View {
  let session: LockedCameraCaptureSession
  let behaviour: Behaviour

  @State private var camera = PlainCamera()

  var body: some View {
    if behaviour == .noHandler {
      screen
    } else {
      screen.onCameraCaptureEvent(isEnabled: behaviour != .handlerDisabled) { event in
        print("primary: \(event.phase.rawValue)")
        if event.phase == .ended { pressed() }
      } secondaryAction: { event in
        print("secondary: \(event.phase.rawValue)")
      }
    }
  }

  private var screen: some View {
    VStack {
      Text(behaviour.rawValue)
      Button("Press") { pressed() }
    }
    .task {
      if behaviour == .blocksMainThread { sleep(1000) }
      guard behaviour != .neverStartsCamera else { return }
      camera.start(
        withInput: behaviour != .sessionWithoutInput,
        withOutput: behaviour != .sessionWithoutOutput)
    }
  }

  private func pressed() {
    switch behaviour {
    case .stopsCamera:
      camera.stop()
      print("stopped the camera")
    case .opensApp, .delaysAppearance:
      Task { await open() }
    case .opensAppThrice:
      for number in 1...3 { Task { await open(number: number) } }
    case .opensAppWithOwnType:
      Task { await open(type: "org.lockhost.misbehaving.own") }
    case .opensAppWithBadInfo:
      Task { await openWithBadInfo() }
    case .opensAppAgainAndAgain:
      Task { for _ in 0..<50 { await open() } }
    case .setsContexts: Task { await ContextActs.setLimits() }
    case .floodsContext: Task { await ContextActs.flood() }
    case .watchesContext: Task { await ContextActs.watch() }
    case .addsOddPhotos:
      let folder = session.sessionContentURL.path
      Task { await OddPhotos.add(in: folder) }
    case .timesContext: Task { await ContextActs.time() }
    case .misusesCamera: CameraMisuse.fromBundle().commit()
    case .none:
      camera.takePhoto(into: session.sessionContentURL)
    default:
      Acts.act(behaviour, sessionContent: session.sessionContentURL.path)
    }
  }

  private func open(
    type: String = NSUserActivityTypeLockedCameraCapture, number: Int = 3
  ) async {
    let activity = NSUserActivity(activityType: type)
    activity.userInfo = ["action": "open", "count": number, "ratio": 1.5, "list": ["a", "b"]]
    await open(activity)
  }

  private func open(_ activity: NSUserActivity) async {
    do {
      try await session.openApplication(for: activity)
      print("open: done")
    } catch {
      print("open: \(error) \(error.localizedDescription)")
    }
  }

  private func openWithBadInfo() async {
    struct Own {}
    let activity = NSUserActivity(activityType: NSUserActivityTypeLockedCameraCapture)
    activity.userInfo = ["photos": [1, Own()] as [Any]]
    await open(activity)
    activity.userInfo = ["text": String(repeating: "x", count: 40_000)]
    await open(activity)
    print("bad info: done")
  }
}
