// SPDX-License-Identifier: MIT

/// The number of an article about how a session ended: `LH2…`.
package enum SessionEndCode: String, CaseIterable, Sendable {
  case watchdog = "LH2001"
  case attack = "LH2002"
  case crashed = "LH2003"
  case limit = "LH2004"
  case interrupted = "LH2005"
  case noHello = "LH2006"
  case protocolBreach = "LH2007"
  case refusalFlood = "LH2008"
  case filterKill = "LH2009"
  case versionMismatch = "LH2010"
  case killed = "LH2011"
  case failed = "LH2012"
  case notUnlocked = "LH2013"
  case frozen = "LH2016"
  case misuse = "LH2017"
  case permissionRevoked = "LH2030"

  /// What happened, in a few words and without the case at hand.
  package var title: String {
    switch self {
    case .watchdog: "The watchdog killed the extension"
    case .attack: "The guest made a call that only an attacker makes"
    case .crashed: "The guest crashed"
    case .limit: "The guest used up a limit"
    case .interrupted: "lockhost was interrupted"
    case .noHello: "The guest never said hello"
    case .protocolBreach: "The guest broke the rules of the wire"
    case .refusalFlood: "The guest would not stop making refused calls"
    case .filterKill: "The system call filter killed the guest"
    case .versionMismatch: "Guest and host speak different versions"
    case .killed: "The guest was killed by hand"
    case .failed: "The guest ended with an exit code of its own"
    case .permissionRevoked: "A permission was taken back while the guest ran"
    case .notUnlocked: "Nobody unlocked the device"
    case .frozen: "The launch froze"
    case .misuse: "The guest misused the system's interface"
    }
  }

  /// Every code of this module with its title, for the table of all articles.
  package static var codes: [(code: String, title: String)] {
    allCases.map { ($0.rawValue, $0.title) }
  }
}
