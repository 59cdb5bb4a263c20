// SPDX-License-Identifier: MIT

import Dispatch
import LockhostGuest
import LockhostWire
import SwiftUI

/// The process of one or more controls.
@MainActor
enum ControlProcess {
  /// Says hello, shows the controls when asked, runs what is touched, and never returns.
  static func run(_ controls: [ControlDescription]) -> Never {
    let connection = GuestProcess.start(role: .control)
    let runtime = SceneRuntime(connection: connection, phase: .background)
    runtime.start(ControlList(controls: controls))
    connection.onCall(Route.controlsDescribe.rawValue) { _, answer in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { answer(list(controls)) }
      }
    }
    connection.refuseOtherCalls()
    GuestRunLoop.run()
  }

  /// What the controls say about themselves, or why that does not fit into one message.
  static func list(_ controls: [ControlDescription]) -> CallAnswer {
    guard controls.count <= WireLimits.controls else {
      return .failure(
        WireFailure(
          .tooLarge, "\(controls.count) controls, and \(WireLimits.controls) may be"))
    }
    do throws(WireError) {
      return .success(try ControlsList(controls: controls.map(\.facts)).encodedBody())
    } catch {
      return .failure(WireFailure(.tooLarge, "\(error)"))
    }
  }
}

/// All controls of a process, in their order.
struct ControlList: View {
  let controls: [ControlDescription]

  var body: some View {
    ForEach(controls.indices, id: \.self) { index in
      controls[index].template
    }
  }
}
