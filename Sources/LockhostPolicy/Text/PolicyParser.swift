// SPDX-License-Identifier: MIT

struct PolicyParser {
  let text: String
  let library: PolicyLibrary
  mutating func parsePolicy() throws(PolicyError) -> Policy { Policy(name: "") }
}
