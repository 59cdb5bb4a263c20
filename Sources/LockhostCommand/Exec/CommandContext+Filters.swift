// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostSystem

extension CommandContext {
  /// Where compiled filters are kept, as sessions keep theirs; nil where there is no such place, so that
  /// they are compiled each time.
  var filterCache: FilterCache? {
    do {
      return try FilterCache(
        path: DeviceStore.rootPath(set: set, environment: environment) + "/filters")
    } catch {
      return nil
    }
  }
}
