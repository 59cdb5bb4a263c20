// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let files: [Promise] = [
    Promise(
      "LH-FILE-001", .files, "The guest cannot read a file of the host",
      why: "Photos, keys and passwords of the person are files.",
      fix: "Build an empty root for the guest, and forbid the rest with Landlock.",
      severity: .high,
      calls: [
        ProbeCall(
          "open", ["{secret-file}"], canaries: [.secretFile], accepts: Acceptance.byAbsence,
          ablation: [.showsCanary(.secretFile, writable: false)])
      ])
  ]
}
