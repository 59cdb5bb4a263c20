// SPDX-License-Identifier: MIT

/// Something that the host holds out while a probe runs, to see from outside what happened.
///
/// Each call gets its own. `{NAME}` in a call's arguments stands for how it is found: a path, a port, a
/// number or a key.
package enum Canary: String, CaseIterable, Codable, Hashable, Sendable, CodingKeyRepresentable {
  /// A file with a word in it that nobody can guess. `{secret-file}` is its path. Touched: the word
  /// is in the probe's output, or the file has changed.
  case secretFile = "secret-file"
  /// An empty file that everybody may write. `{writable-file}` is its path. Touched: it has changed.
  case writableFile = "writable-file"
  /// An empty folder that everybody may write. `{writable-folder}` is its path. Touched: it is not
  /// empty.
  case writableFolder = "writable-folder"
  /// A TCP listener on 127.0.0.1. `{tcp-listener}` is its port. Touched: somebody connected.
  case tcpListener = "tcp-listener"
  /// The same for ::1.
  case tcp6Listener = "tcp6-listener"
  /// A UDP socket on 127.0.0.1. `{udp-listener}` is its port. Touched: something arrived.
  case udpListener = "udp-listener"
  /// A stream socket at a path. `{unix-listener}` is the path. Touched: somebody connected.
  case unixListener = "unix-listener"
  /// A datagram socket at a path. `{unix-datagram}` is the path. Touched: something arrived.
  case unixDatagram = "unix-datagram"
  /// A stream socket with an abstract name. `{abstract-listener}` is the name without its zero byte.
  /// Touched: somebody connected.
  case abstractListener = "abstract-listener"
  /// A vsock listener. `{vsock-listener}` is its port. Touched: somebody connected.
  case vsockListener = "vsock-listener"
  /// A process that only sleeps. `{victim}` is its number. Touched: it is dead or stopped.
  case victim
  /// A System V segment. `{sysv-memory}` is its key. Touched: attached, changed, or its word told.
  case systemVMemory = "sysv-memory"
  /// A System V message queue. `{sysv-queue}` is its key. Touched: a message came or went.
  case systemVQueue = "sysv-queue"
  /// A System V semaphore. `{sysv-semaphore}` is its key. Touched: its value has changed.
  case systemVSemaphore = "sysv-semaphore"
  /// POSIX shared memory. `{posix-memory}` is its name, with the slash. Touched: changed, or its word
  /// told.
  case posixMemory = "posix-memory"
  /// A POSIX message queue. `{posix-queue}` is its name, with the slash. Touched: a message came or
  /// went.
  case posixQueue = "posix-queue"
  /// A terminal. `{terminal}` is its path. It is the standard input of a launcher that has one, and
  /// never of lockhost's guests. Touched: something is in its input, or was written to it.
  case terminal
  /// Nothing to be found: touched when a process of this call is still there after the end.
  case survivor
  /// A variable of the launcher's own environment, `LOCKHOST_CANARY`. Touched: its value is told.
  case variable
  /// A descriptor that the launcher inherits, above 2, to a file with a word. `{descriptor}` is its
  /// number. Touched: the word is told.
  case descriptor

  /// What stands for it in a call's arguments.
  package var placeholder: String { "{\(rawValue)}" }
}
