// SPDX-License-Identifier: MIT

import Glibc

/// How much memory a whole guest holds at one moment, also where no process shows it.
///
/// Without a cgroup nobody counts this for us. What is left out is bounded: what lies in messages on
/// their way, which hold as many descriptors as `openFiles` says, and what the kernel keeps for each
/// thread, of which there are as many as `processes` says.
package struct GuestUse: Hashable, Sendable {
  /// Memory of its processes that no file stands behind, swapped out or not.
  package var privateBytes = 0
  /// The tables that lead to its processes' pages.
  ///
  /// They take memory also where pages are only read that were never written, which no limit counts.
  package var tableBytes = 0
  /// Shared memory that is mapped.
  package var mappedSharedBytes = 0
  /// Memory files (`memfd_create(2)`) that are open, mapped or not.
  package var memoryFileBytes = 0
  /// What is in its temporary container.
  package var containerBytes = 0
  /// What its pipes may hold: the kernel does not tell what they do hold.
  package var pipeBytes = 0
  /// What is in its sockets.
  package var socketBytes = 0
  /// Files outside of the container that are open and have no name any more.
  ///
  /// They take room on the disk that no count of a folder finds.
  package var unnamedFileBytes = 0
  /// Processes, without pid 1.
  package var processes = 0

  /// The sum.
  ///
  /// A memory file or a file of the container that is mapped is in both halves of the shared memory,
  /// so the larger half counts: of those the sum may be too small, by less than half. Of pipes it may
  /// be too large, by 64 KiB for each.
  package var bytes: Int {
    privateBytes + tableBytes + pipeBytes + socketBytes
      + max(mappedSharedBytes, memoryFileBytes + containerBytes)
  }
}

extension GuestProcess {
  /// Measures the guest now; nil when it is dead, or this process may not look.
  ///
  /// Reads a few files in `/proc` for each thread and one link for each descriptor: some tens of
  /// microseconds for an ordinary guest. Each of its sockets is asked.
  package func use() -> GuestUse? {
    guard let first = firstNumber else { return nil }
    var use = GuestUse()
    var files = OpenFiles()
    ProcessFolder.visit(below: first, atMost: Self.mostProcesses) { process in
      use.processes += 1
      ProcessFolder.addMemory(of: process, to: &use)
      ProcessFolder.addFiles(
        of: process, container: container?.device, to: &use, known: &files)
    }
    use.pipeBytes = PipeCapacity.bytes(ofPipes: files.pipes.count)
    use.containerBytes = container?.use()?.bytes ?? 0
    // The numbers were the guest's for as long as its pid 1 was not reaped.
    return initialProcess.hasExited ? nil : use
  }

  /// More than any limit on processes lets be; a bound on the work for a guest that forks meanwhile.
  private static var mostProcesses: Int { 1024 }
}

/// What pipes may hold: policies admit nobody to `F_SETPIPE_SZ`.
private enum PipeCapacity {
  /// `PIPE_DEF_BUFFERS`, and what is left of it past the user's soft limit (`pipe(7)`).
  private static let pages = 16
  private static let fewestPages = 2

  /// The user's soft limit in pages; 0 is none.
  private static let softLimit =
    Int(
      ProcessFolder.text("/proc/sys/fs/pipe-user-pages-soft").filter { $0 != "\n" }) ?? 0

  static func bytes(ofPipes count: Int) -> Int {
    let whole = softLimit == 0 ? count : min(count, softLimit / pages)
    return (whole * pages + (count - whole) * fewestPages) * Int(getpagesize())
  }
}
