// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("The written protocol")
struct ProtocolDocumentTests {
  @Test("documented golden bytes are what the code makes, and are read back")
  func goldenBytes() throws {
    let documented = try ProtocolDocument().goldenBytes()
    #expect(Set(documented.keys) == Set(GoldenMessages.all.map(\.name)))
    for (name, make) in GoldenMessages.all {
      let message = try make()
      let bytes = message.encoded
      let text = bytes.map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      #expect(documented[name] == text, "\(name)")
      let count = Int(message.header.descriptorCount)
      #expect(try Message(packet: bytes, descriptorCount: count) == message)
    }
  }

  @Test("the table of routes is the code's")
  func routes() throws {
    let rows = try ProtocolDocument().rows(under: "Routes")
    #expect(rows.count == Route.allCases.count)
    for (row, route) in zip(rows, Route.allCases) {
      let number = String(route.rawValue, radix: 16)
      let padded = "0x" + String(repeating: "0", count: 4 - number.count) + number
      #expect(row[0] == "`\(route.name)`")
      #expect(row[1] == padded)
      #expect(row[2] == route.sender.rawValue)
      #expect(row[3] == "\(route.kind)")
      switch route.layout {
      case .json: #expect(row[4].hasPrefix("JSON `"))
      case .fixed(let bytes): #expect(row[4].hasPrefix("\(bytes) bytes `"))
      }
      #expect(row[4].contains("→") == (route.kind == .request))
    }
  }

  @Test("the table of failures is the code's")
  func failures() throws {
    let codes = try ProtocolDocument().rows(under: "Failures").map { $0[0] }
    #expect(codes == WireFailure.Code.allCases.map { "`\($0.rawValue)`" })
  }

  @Test("the documented limits are the code's")
  func limits() throws {
    let values = try ProtocolDocument().rows(under: "Limits").map { row in
      Int(row[1].filter(\.isNumber))
    }
    #expect(
      values == [
        WireLimits.bodyBytes, WireLimits.descriptors, WireLimits.jsonDepth,
        WireLimits.sceneElements, WireLimits.assets, WireLimits.fetchedAssets,
        WireLimits.userInfoBytes,
        WireLimits.propertyDepth, WireLimits.contextBytes, WireLimits.controls,
        WireLimits.controlTextBytes,
      ])
  }
}
