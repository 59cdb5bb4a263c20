// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("Agreeing on a version")
struct VersionTests {
  @Test(
    "the newest version that both speak wins",
    arguments: [
      (1, 1, 1, 1, 1 as Int?), (1, 3, 2, 5, 3), (2, 5, 1, 3, 3), (4, 9, 1, 3, nil),
      (1, 2, 3, 4, nil), (0, 5, 1, 3, nil), (-1, 1, 1, 1, nil), (3, 2, 1, 9, nil),
      (1, .max, 1, 7, 7), (.min, .max, 1, 1, nil), (.max, .max, 1, 1, nil),
    ])
  func newest(minimum: Int, maximum: Int, ours: Int, ourMaximum: Int, expected: Int?) {
    #expect(
      ProtocolVersion.negotiate(
        offered: (minimum, maximum), supported: (ours, ourMaximum)) == expected)
  }

  @Test("this code speaks a version with itself") func itself() {
    let range = (ProtocolVersion.minimum, ProtocolVersion.maximum)
    #expect(ProtocolVersion.negotiate(offered: range) == ProtocolVersion.maximum)
  }
}
