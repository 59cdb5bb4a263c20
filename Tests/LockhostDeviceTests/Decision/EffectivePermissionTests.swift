// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

@Suite("What a program of an app may use") struct EffectivePermissionTests {
  /// The rows of a table in Docs/Permissions.md, by the head of its first column.
  private func rows(_ head: String) throws -> [[String]] {
    let lines = try SourceTree.text("Docs/Permissions.md").split(separator: "\n").map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| \(head) |") })
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { String($0).trimmingCharacters(in: .whitespaces) }
    }
  }

  @Test("is what Docs/Permissions.md says, for every answer and every permission")
  func page() throws {
    var documented = 0
    for row in try rows("The app's answer") {
      let status = try #require(PermissionGrant.Status.allCases.first { $0.title == row[0] })
      let hasText = row[1] == "is there"
      for permission in Permission.allCases {
        let effective = EffectivePermission(
          permission, grant: PermissionGrant(status: status, origin: "a test"),
          program: "com.example.camera.capture",
          usageTexts: hasText ? [permission: "To try"] : [:])
        #expect(effective.status.title == row[2], "\(row)")
        if !hasText {
          #expect(effective.reason?.contains(permission.usageTextKey) == true)
          #expect(effective.reason?.contains("com.example.camera.capture") == true)
        }
      }
      documented += 1
    }
    #expect(documented == PermissionGrant.Status.allCases.count * 2)
  }

  @Test("another bundle's text, or a text for something else, does not help")
  func otherText() {
    let effective = EffectivePermission(
      .microphone, grant: PermissionGrant(status: .authorized, origin: "a test"), program: "p",
      usageTexts: [.camera: "To take photos"])
    #expect(effective.status == .denied)
  }

  @Test("the keys are the documented ones")
  func keys() throws {
    let documented = try rows("Permission")
    #expect(documented.count == Permission.allCases.count)
    for (row, permission) in zip(documented, Permission.allCases) {
      #expect(row == ["`\(permission.rawValue)`", "`\(permission.usageTextKey)`"])
    }
  }
}
