// SPDX-License-Identifier: MIT

import Foundation

/// Named series of numbers from one run.
struct Measurement: Encodable {
  /// Microseconds, by what took them.
  var microseconds: [String: [Double]] = [:]
  /// Other numbers, by name; the unit is in the name.
  var numbers: [String: Double] = [:]

  /// Notes how long something took.
  mutating func note(_ name: String, _ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    microseconds[name, default: []].append(
      Double(seconds) * 1e6 + Double(attoseconds) / 1e12)
  }

  /// One line.
  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}

/// Why a measurement could not be made.
struct MeasurementFailure: Error, CustomStringConvertible {
  let description: String
}
