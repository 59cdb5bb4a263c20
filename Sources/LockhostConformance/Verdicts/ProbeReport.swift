// SPDX-License-Identifier: MIT

/// One line of the probe's output.
///
/// `probe.h` describes it:
///
///     lockhost-probe/1 NONCE PROOF NAME begin|done|refused|inconclusive ERRNO EVIDENCE
///
/// The nonce is the run's own, so a line cannot have been written before; the proof is computed from
/// the nonce and all that follows it, so a line cannot be put together by a launcher that merely
/// repeats what it was given.
package struct ProbeReport: Hashable, Sendable {
  /// The fifth word.
  package enum Outcome: String, Hashable, Sendable {
    case begin, done, refused, inconclusive
  }

  /// The probe's name.
  package let name: String
  /// What it says.
  package let outcome: Outcome
  /// The error's name; `-` for none.
  package let error: String
  /// The rest of the line.
  package let evidence: String

  /// Reads a line; nil for one that is not from a probe that was given this nonce.
  package init?(line: some StringProtocol, nonce: String) {
    let words = line.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
    guard words.count == 7, words[0] == "lockhost-probe/1", words[1] == nonce,
      let outcome = Outcome(rawValue: String(words[4]))
    else { return nil }
    let rest = words[3...].joined(separator: " ")
    guard words[2] == Self.proof(nonce: nonce, of: rest) else { return nil }
    name = String(words[3])
    self.outcome = outcome
    error = String(words[5])
    evidence = String(words[6])
  }

  /// The proof of a line: FNV-1a over the nonce, a space and the words after the proof, then mixed.
  ///
  /// No secret is in it: it stops what was written in advance or stitched together, and not somebody
  /// who writes a launcher to deceive this suite; that one is what the canaries are for.
  package static func proof(nonce: String, of rest: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(nonce) \(rest)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 31
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
