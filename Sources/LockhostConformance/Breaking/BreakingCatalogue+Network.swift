// SPDX-License-Identifier: MIT

extension BreakingCatalogue {
  static let network: [BreakingFixture] = [
    BreakingFixture("LH-NET-001", [.policy("socket: domain == AF_INET")])
  ]
}
