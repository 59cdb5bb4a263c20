// SPDX-License-Identifier: MIT

/// What a promise is about; the group is the middle of its id: `LH-NET-002`.
package enum PromiseGroup: String, CaseIterable, Codable, Hashable, Sendable {
  case filter = "ABI"
  case credentials = "CRED"
  case files = "FILE"
  case wipe = "WIPE"
  case processes = "PROC"
  case namespaces = "NS"
  case network = "NET"
  case ipc = "IPC"
  case kernel = "KERN"
  case terminal = "TTY"
  case environment = "ENV"
  case exhaustion = "LIM"
  case broker = "BROK"
  case supervision = "SUP"
  case setup = "SET"
  case information = "INFO"
  case work = "WORK"

  /// The heading under which its promises stand.
  package var title: String {
    switch self {
    case .filter: "Filter and calling conventions"
    case .credentials: "Credentials and privileges"
    case .files: "Files"
    case .wipe: "The container and its wipe"
    case .processes: "Processes and lifetime"
    case .namespaces: "Namespaces and mounts"
    case .network: "Network"
    case .ipc: "Shared memory, queues and messages"
    case .kernel: "Kernel surfaces"
    case .terminal: "Terminal"
    case .environment: "Environment and descriptors"
    case .exhaustion: "Exhaustion"
    case .broker: "Broker abuse"
    case .supervision: "Protocol and supervision"
    case .setup: "Faults of the set-up"
    case .information: "Information leaks"
    case .work: "What must work"
    }
  }
}
