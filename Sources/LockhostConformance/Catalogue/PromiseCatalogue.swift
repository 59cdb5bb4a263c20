// SPDX-License-Identifier: MIT

/// Every promise, group by group, in the order of reports.
package enum PromiseCatalogue {
  /// All of them.
  package static let all: [Promise] =
    filter + credentials + files + wipe + processes + namespaces + network + ipc + kernel
    + kernelCalls + terminal + environment + exhaustion + broker + supervision + setup
    + information + work

  /// The promise with this id, however it is written.
  package static func promise(_ id: String) -> Promise? {
    let upper = id.uppercased()
    return all.first { $0.id == upper }
  }
}
