// SPDX-License-Identifier: MIT

import LockhostWire
import Testing

@Suite("JSON before it is decoded")
struct JSONScannerTests {
  private struct Anything: JSONBody {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  private func fault(_ text: String) -> JSONFault? { fault(Array(text.utf8)) }

  private func fault(_ bytes: [UInt8]) -> JSONFault? {
    do throws(WireError) {
      _ = try Anything(body: bytes)
      return nil
    } catch {
      guard case .json(let fault, _) = error else { return nil }
      return fault
    }
  }

  @Test(
    "what RFC 8259 allows is allowed",
    arguments: [
      "{}", "[]", "0", "-0", "-12.5e+3", "1E9", "\"\"", "true", "false", "null", " [ 1 , 2 ] ",
      #"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#, #""\u00e9\ud83d\ude00\"\\\/\b\f\n\r\t""#,
      #"{"":1," ":2}"#, "\t\r\n{}\n", "\"é😀\u{7f}\"",
    ])
  func allowed(text: String) { #expect(fault(text) == nil, "\(text)") }

  @Test(
    "each fault has its name",
    arguments: [
      ("", JSONFault.unexpectedEnd), ("{", .unexpectedEnd), ("[1", .unexpectedEnd),
      (#"{"a""#, .unexpectedEnd), ("\"a", .unexpectedEnd), ("tru", .unexpectedEnd),
      ("{,}", .unexpectedByte), ("[1,]", .unexpectedByte), (#"{"a":1,}"#, .unexpectedByte),
      ("[1}", .unexpectedByte), (#"{"a" 1}"#, .unexpectedByte), ("{1:2}", .unexpectedByte),
      ("nul1", .unexpectedByte), ("'a'", .unexpectedByte), ("[1 2]", .unexpectedByte),
      ("// a\n1", .unexpectedByte), ("NaN", .unexpectedByte), ("\u{FEFF}{}", .unexpectedByte),
      ("{} {}", .trailingBytes), ("1 1", .trailingBytes), ("[]]", .trailingBytes),
      ("01", .trailingBytes),
      ("-", .badNumber), ("1.", .badNumber), ("1e", .badNumber), ("-x", .badNumber),
      (String(repeating: "9", count: 65), .badNumber),
      ("\"\u{1}\"", .badString), (#""\x""#, .badString), (#""\u12g4""#, .badString),
      (#""\ud800""#, .badString), (#""\udc00""#, .badString), (#""\ud800\u0041""#, .badString),
      (#"{"a":1,"a":2}"#, .duplicateKey), (#"{"a":1,"b":2,"\u0061":3}"#, .duplicateKey),
      (#"[{"k":{"x":1,"x":1}}]"#, .duplicateKey),
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", .duplicateKey),
    ])
  func faults(text: String, expected: JSONFault) { #expect(fault(text) == expected, "\(text)") }

  @Test("sixteen levels are accepted, seventeen are not, of either kind")
  func depth() {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let innermost = open == "[" ? "" : "1"
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + innermost + String(repeating: close, count: depth)
      }
      #expect(fault(nested(16)) == nil)
      #expect(fault(nested(17)) == .tooDeep)
    }
    #expect(fault(String(repeating: "[", count: 60_000)) == .tooDeep)
  }

  @Test("bytes that are not UTF-8 are refused, wherever they stand")
  func notUTF8() {
    #expect(fault([0x22, 0xFF, 0x22]) == .notUTF8)
    #expect(fault([0x22, 0xC0, 0x80, 0x22]) == .notUTF8)
    #expect(fault([0x22, 0xED, 0xA0, 0x80, 0x22]) == .notUTF8)
  }

  @Test("many keys are compared in time that does not grow with their square")
  func manyKeys() {
    let keys = (0..<6_000).map { "\"\($0)\":0" }
    #expect(fault("{" + keys.joined(separator: ",") + "}") == nil)
    #expect(fault("{" + (keys + ["\"7\":0"]).joined(separator: ",") + "}") == .duplicateKey)
  }

  @Test("a body over the limit is refused before it is scanned")
  func tooLarge() {
    let body = [UInt8](repeating: UInt8(ascii: "["), count: WireLimits.bodyBytes + 1)
    #expect(throws: WireError.bodyTooLarge(bytes: body.count)) { try Anything(body: body) }
  }
}
