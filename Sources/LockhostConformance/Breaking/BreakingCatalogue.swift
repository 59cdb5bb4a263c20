// SPDX-License-Identifier: MIT

/// Every breaking fixture; a test compares the list with the promises.
package enum BreakingCatalogue {
  /// All of them.
  package static let all: [BreakingFixture] = network
}
