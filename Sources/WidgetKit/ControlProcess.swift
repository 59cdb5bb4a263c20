// SPDX-License-Identifier: MIT

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
    GuestRunLoop.run()
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
