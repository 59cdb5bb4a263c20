// SPDX-License-Identifier: MIT

enum BuiltInPolicies {
  static let texts: [String: String] = [:]
}
