// SPDX-License-Identifier: MIT

/// One thing that lockhost's launcher does differently: to take a layer away, or to break a promise.
package enum SandboxChange: Hashable, Sendable {
  /// A line of a policy, added to the one in use: `socket: domain == AF_INET`.
  case policy(String)
  /// A filter that admits everything.
  case withoutFilter
  /// A file or folder of the host, shown at its own path; to be written where asked for.
  case shows(path: String, writable: Bool)
  /// A device of the host, at its own path.
  case device(String)
  /// What a canary stands for, shown inside where that is a file: the secret, the socket, the terminal.
  case showsCanary(Canary, writable: Bool)
  /// `/proc`, with the guest's own processes.
  case processes
  /// A variable.
  case variable(String, value: String)
  /// A variable of the host, passed on as it is.
  case passesVariable(String)
  /// A limit, by its name: `openFiles`, `processes`, `addressSpace`, `data`, `fileSize`, `stack`,
  /// `processorTime` (seconds), `lockedMemory`, `containerBytes`, `containerFiles`; nil for none.
  case limit(String, Int?)
  /// Without a wire: descriptor 3 is closed.
  case withoutWire
  /// The host's standard input as the guest's controlling terminal is not offered by lockhost; this runs
  /// the call in another launcher instead, a command line with `{probe}`.
  case launcher(String)
  /// A step of the set-up is answered as done without being done: the call's number, and, where only
  /// that argument's value is meant, its place and value. Needs `lockhost-testing-spawn`.
  case omits(call: Int32, argument: Int32?, value: UInt32)
  /// Instructions before the filter: a mistake that no policy can be made to have.
  case filterHead(FilterHead)
  /// A spawner that leaves one thing out, by its name in `Tests/lockhost-breaking-spawn`. Only tests have
  /// one.
  case weakens(String)
}
