// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("Property-list values")
struct PropertyValueTests {
  private func roundTrip(_ value: PropertyValue) throws -> PropertyValue? {
    let body = ActivityBody(activity: ActivityMessage(activityType: "t", userInfo: ["v": value]))
    return try ActivityBody(body: body.encodedBody()).activity.userInfo?["v"]
  }

  @Test(
    "every type and its extremes come back",
    arguments: [
      PropertyValue.string(""), .string("a\u{0}\"\\é😀"), .integer(.min), .integer(.max),
      .double(0.1), .double(-.greatestFiniteMagnitude), .double(.leastNonzeroMagnitude),
      .double(.infinity), .double(-.infinity), .double(5), .boolean(false), .boolean(true),
      .date(secondsSince1970: -1.25), .date(secondsSince1970: 1_700_000_000.123456),
      .data([]), .data([0, 1, 254, 255]), .array([]), .dictionary([:]),
      .array([.string("a"), .array([.integer(1)])]),
      .dictionary(["": .dictionary(["x": .data([9])])]),
    ])
  func comesBack(value: PropertyValue) throws { #expect(try roundTrip(value) == value) }

  @Test("not-a-number comes back as one") func notANumber() throws {
    guard case .double(let value) = try roundTrip(.double(.nan)) else {
      Issue.record("not a double")
      return
    }
    #expect(value.isNaN)
  }

  @Test(
    "anything but exactly one known tag is refused",
    arguments: [
      "{}", #"{"q":1}"#, #"{"s":"a","i":1}"#, #"{"s":1}"#, #"{"i":1.5}"#, #"{"x":"%%"}"#,
      #"{"d":"minus"}"#, #"{"b":1}"#, "1", "null", #"{"a":[1]}"#, #"{"o":{"k":1}}"#,
    ])
  func badTags(text: String) {
    let body = #"{"activity":{"activityType":"t","userInfo":{"v":\#(text)}}}"#
    #expect(throws: WireError.self) { try ActivityBody(body: Array(body.utf8)) }
  }

  @Test("six nested containers travel, seven are refused with their key")
  func depth() throws {
    func nested(_ depth: Int) -> PropertyValue {
      (0..<depth).reduce(.integer(1)) { value, level in
        level.isMultiple(of: 2) ? .array([value]) : .dictionary(["k": value])
      }
    }
    #expect(try roundTrip(nested(6)) == nested(6))
    #expect(
      throws: WireError.value(field: "userInfo[\"v\"]", reason: "nested 7 deep, the limit is 6")
    ) { try roundTrip(nested(7)) }
  }

  @Test("a user info over the limit is refused with both sizes") func size() throws {
    let most = String(repeating: "a", count: WireLimits.userInfoBytes - 14)
    #expect(try PropertyValue.check(userInfo: ["v": .string(most)]) == WireLimits.userInfoBytes)
    #expect(
      throws: WireError.value(
        field: "userInfo", reason: "32769 bytes encoded, the limit is 32768")
    ) { try PropertyValue.check(userInfo: ["v": .string(most + "a")]) }
  }
}
