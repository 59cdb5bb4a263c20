// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostTesting
import Testing

@Suite("App contexts") struct ContextStoreTests {
  private let app = StoreFixture.application

  @Test("of 4,096 bytes pass, of 4,097 fail with the size named")
  func limit() throws {
    let fixture = try StoreFixture()
    let contexts = fixture.store.contexts
    let most = [UInt8](repeating: 0x20, count: 4_096)
    try contexts.set(most, application: app, intent: "CaptureIntent")
    #expect(try contexts.get(application: app, intent: "CaptureIntent") == most)
    let error = #expect(throws: DeviceError.self) {
      try contexts.set(most + [0x20], application: app, intent: "CaptureIntent")
    }
    #expect(error?.code == .contextTooLarge)
    #expect(error?.message.contains("4097") == true)
    #expect(try contexts.get(application: app, intent: "CaptureIntent") == most)
  }

  @Test("are nil before they are set, and after nil is set")
  func clearing() throws {
    let fixture = try StoreFixture()
    let contexts = fixture.store.contexts
    #expect(try contexts.get(application: app, intent: "I") == nil)
    try contexts.set(nil, application: app, intent: "I")
    try contexts.set([0x31], application: app, intent: "I")
    try contexts.set(nil, application: app, intent: "I")
    #expect(try contexts.get(application: app, intent: "I") == nil)
  }

  @Test("of different apps and intents are different")
  func apart() throws {
    let fixture = try StoreFixture()
    let contexts = fixture.store.contexts
    try contexts.set([0x31], application: app, intent: "I")
    #expect(try contexts.get(application: app, intent: "J") == nil)
    #expect(try contexts.get(application: "com.example.other", intent: "I") == nil)
  }

  @Test("have intents whose names lead nowhere else", arguments: ["../x", "a/b", ".x", "a\0"])
  func names(intent: String) throws {
    let fixture = try StoreFixture()
    let contexts = fixture.store.contexts
    let error = #expect(throws: DeviceError.self) {
      try contexts.set([0x31], application: app, intent: intent)
    }
    #expect(error?.code == .nameInvalid)
  }

  @Test("that lockhost did not write are set aside")
  func damaged() throws {
    let fixture = try StoreFixture()
    try fixture.store.contexts.set([0x31], application: app, intent: "I")
    let file = fixture.store.path + "/contexts/\(app)/I.json"
    try Data(repeating: 0x20, count: 5_000).write(to: URL(fileURLWithPath: file))
    let error = #expect(throws: DeviceError.self) {
      try fixture.store.contexts.get(application: app, intent: "I")
    }
    #expect(error?.code == .contextCorrupt)
    #expect(try fixture.store.contexts.get(application: app, intent: "I") == nil)
  }
}
