// SPDX-License-Identifier: MIT

extension PromiseCatalogue {
  static let network: [Promise] = [
    Promise(
      "LH-NET-001", .network, "The guest cannot open an internet socket",
      why: "What can open a socket needs only one more hole to send a photo away.",
      references: ["CVE-2024-1086"],
      fix: "Refuse socket(2) in the filter, or give the guest an empty network namespace as well.",
      severity: .high,
      calls: [
        ProbeCall("socket-inet", accepts: Acceptance.byFilter, ablation: [.withoutFilter]),
        ProbeCall("socket-inet6", accepts: Acceptance.byFilter, ablation: [.withoutFilter]),
      ])
  ]
}
