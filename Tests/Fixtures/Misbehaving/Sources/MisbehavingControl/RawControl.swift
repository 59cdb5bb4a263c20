// SPDX-License-Identifier: MIT

import Glibc

/// The wire without the SDK, for answers that the SDK would not send.
enum RawControl {
  /// Says hello, then hands each packet that comes to a body, for as long as the host lets it.
  static func connect(_ body: ([UInt8]) -> Void) -> Never {
    let hello = #"{"protocolMinimum":1,"protocolMaximum":1,"role":"control","sdk":"raw"}"#
    write([0x4C, 0x48, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] + Array(hello.utf8))
    var packet = [UInt8](repeating: 0, count: 70_000)
    while true {
      let count = recv(3, &packet, packet.count, 0)
      guard count > 0 else { exit(0) }
      // A request of the host: its kind is 0.
      if count >= 16, packet[3] == 0 { body(Array(packet[..<count])) }
    }
  }

  /// Answers one request again and again, each time with more controls than may be.
  static func answerTenThousandTimes(_ request: [UInt8]) {
    let control =
      #"{"kind":"k","displayName":"","explanation":"","title":"","isCapture":true,"opensApplication":true}"#
    let body =
      #"{"controls":["# + Array(repeating: control, count: 600).joined(separator: ",") + "]}"
    var answer = Array(request[..<16])
    answer[3] = 1
    answer += Array(body.utf8)
    for _ in 0..<10_000 { write(answer) }
  }

  private static func write(_ bytes: [UInt8]) {
    _ = send(3, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
