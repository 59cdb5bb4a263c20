// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostSandbox
import LockhostSystem
import Testing

/// How the attacks of this folder are made: by the probe, in a real sandbox.
struct Attacks {
  /// What stands between the guest and the kernel.
  enum Layers {
    /// A capture extension's filter, and every other layer.
    case capture
    /// An ordinary program's filter, and every other layer.
    case program
    /// Every layer but the filter, which admits everything.
    case withoutFilter
  }

  let spawner: Spawner

  init() throws { spawner = try Spawner() }

  /// A guest that tries something, to be changed before it is launched.
  func guest(_ words: [String], _ layers: Layers) throws -> GuestSpecification {
    var guest = try Guests.program("lockhost-probe", words)
    switch layers {
    case .capture: guest.filter = try Guests.filter("capture", for: guest)
    case .program: guest.filter = try Guests.filter("program", for: guest)
    case .withoutFilter: break
    }
    return guest
  }

  /// Tries something inside.
  func attempt(
    _ words: String, _ layers: Layers = .capture,
    _ change: (inout GuestSpecification) throws -> Void = { _ in }
  ) async throws -> Outcome {
    var guest = try guest(words.split(separator: " ").map(String.init), layers)
    try change(&guest)
    return try await spawner.outcome(of: guest)
  }

  /// Tries something inside, and expects this answer of the kernel.
  func expectRefusal(
    _ words: String, _ layers: Layers = .capture, _ error: String = "EPERM",
    at location: SourceLocation = #_sourceLocation,
    _ change: (inout GuestSpecification) throws -> Void = { _ in }
  ) async throws {
    let outcome = try await attempt(words, layers, change)
    #expect(outcome.verdict == "refused " + error, "\(words)", sourceLocation: location)
  }

  /// Tries something inside that ends the guest.
  func expectDeath(
    _ words: String, _ layers: Layers = .capture, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await attempt(words, layers)
    #expect(
      outcome.status == .signaled(31, dumpedCore: false), "\(words): \(outcome.output)",
      sourceLocation: location)
  }

  /// Tries something outside, where it works.
  func control(_ words: String, at location: SourceLocation = #_sourceLocation) throws {
    let outcome = try Outside.outcome(
      of: "lockhost-probe", words.split(separator: " ").map(String.init))
    #expect(outcome.verdict == "done -", "\(words): \(outcome.output)", sourceLocation: location)
  }

  /// What a guest finds itself with, by name.
  func posture(
    _ layers: Layers = .withoutFilter,
    _ change: (inout GuestSpecification) throws -> Void = { _ in }
  ) async throws -> [String: Any] {
    let outcome = try await attempt("posture", layers, change)
    var values: [String: Any] = [:]
    for line in outcome.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if let name = object?["name"] as? String { values[name] = object?["value"] }
    }
    return values
  }
}
