// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let work: [Promise] = [
    Promise(
      "LH-WORK-001", .work, "The guest can write files in its container",
      why: "A sandbox that refuses everything keeps every other promise, and is of no use.",
      fix: "Give the guest a writable folder of its own.", kind: .work,
      calls: [ProbeCall("write", accepts: Acceptance.done)])
  ]
}
