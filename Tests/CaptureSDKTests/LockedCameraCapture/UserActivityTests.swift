// SPDX-License-Identifier: MIT

import Foundation
import FoundationUserActivity
import LockhostWire
import Testing

@Suite("User activities")
struct UserActivityTests {
  private func travelled(_ activity: NSUserActivity) throws -> NSUserActivity {
    let body = try ActivityBody(activity: activity.message()).encodedBody()
    return NSUserActivity(try ActivityBody(body: body).activity)
  }

  @Test("all properties and all property-list types travel") func everything() throws {
    let activity = NSUserActivity(activityType: "org.example.look")
    activity.title = "Title"
    activity.webpageURL = URL(string: "https://example.org/a")
    activity.requiredUserInfoKeys = ["b", "a"]
    activity.targetContentIdentifier = "target"
    activity.persistentIdentifier = "persistent"
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    activity.userInfo = [
      "string": "é", "int": 42, "int8": Int8(-1), "uint": UInt(7), "double": 2.5,
      "float": Float(0.5), "cgfloat": CGFloat(1.5), "bool": true, "date": date,
      "data": Data([0, 255]), "array": [1, "two", [3.5, false]],
      "dictionary": ["deep": ["er": 1]], "number": NSNumber(value: 9),
      "truth": NSNumber(value: true),
    ]
    let other = try travelled(activity)
    #expect(other.activityType == "org.example.look")
    #expect(other.title == "Title")
    #expect(other.webpageURL == activity.webpageURL)
    #expect(other.requiredUserInfoKeys == ["a", "b"])
    #expect(other.targetContentIdentifier == "target")
    #expect(other.persistentIdentifier == "persistent")
    let info = try #require(other.userInfo)
    #expect(info["string"] as? String == "é")
    #expect(info["int"] as? Int == 42)
    #expect(info["int8"] as? Int == -1)
    #expect(info["uint"] as? Int == 7)
    #expect(info["double"] as? Double == 2.5)
    #expect(info["float"] as? Double == 0.5)
    #expect(info["cgfloat"] as? Double == 1.5)
    #expect(info["bool"] as? Bool == true)
    #expect(info["date"] as? Date == date)
    #expect(info["data"] as? Data == Data([0, 255]))
    let array = try #require(info["array"] as? [Any])
    #expect(array[0] as? Int == 1)
    #expect(array[1] as? String == "two")
    #expect((array[2] as? [Any])?[1] as? Bool == false)
    #expect((info["dictionary"] as? [String: Any])?["deep"] as? [String: Int] == ["er": 1])
    #expect(info["number"] as? Int == 9)
    #expect(info["truth"] as? Bool == true)
    #expect(info.count == 14)
  }

  @Test("an activity with a type alone travels") func bare() throws {
    let other = try travelled(NSUserActivity(activityType: "t"))
    #expect(other.userInfo == nil)
    #expect(other.title == nil)
  }

  @Test("entries are added in place of those with the same keys") func entries() {
    let activity = NSUserActivity(activityType: "t")
    activity.addUserInfoEntries(from: ["a": 1, "b": 1])
    activity.addUserInfoEntries(from: ["b": 2])
    #expect(activity.userInfo?["a"] as? Int == 1)
    #expect(activity.userInfo?["b"] as? Int == 2)
  }

  @Test("a value that no property list has is named with its place and type")
  func foreignValue() {
    let activity = NSUserActivity(activityType: "t")
    activity.userInfo = ["list": ["ok", ["url": URL(filePath: "/tmp")]]]
    #expect(
      throws: UserInfoError(path: "userInfo[\"list\"][1][\"url\"]", reason: "is a URL")
    ) { try activity.message() }
    activity.userInfo = [7: "seven"]
    #expect(throws: UserInfoError(path: "userInfo", reason: "has the key 7 of type Int")) {
      try activity.message()
    }
    activity.userInfo = ["big": UInt64.max]
    #expect(
      throws: UserInfoError(
        path: "userInfo[\"big\"]", reason: "is larger than a 64-bit integer")
    ) { try activity.message() }
  }
}
