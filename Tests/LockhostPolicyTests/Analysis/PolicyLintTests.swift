// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostPolicy

@Suite("Lint") struct PolicyLintTests {
  /// One finding as `id@line`.
  private func findings(_ text: String) throws -> [String] {
    try PolicyLint.findings(in: try PolicySource(parsing: "policy t\n" + text)).map {
      "\($0.kind.rawValue)@\($0.line)"
    }
  }

  @Test("the built-in policies have none", arguments: Policy.builtInNames)
  func builtIn(name: String) throws {
    let findings = try PolicyLint.findings(in: try PolicySource(builtIn: name))
    #expect(findings.map { "\($0.line): \($0.message)" } == [])
  }

  @Test(
    "each mistake is found on its line, and its correction is not",
    arguments: [
      ("allow ptrace because \"inspects crashed children\"", ["unguarded-grant@2"]),
      ("allow socket because \"talks to cups\"", ["unguarded-grant@2"]),
      ("socket: domain == AF_UNIX", []),
      ("allow host-network because \"needed\"", ["hollow-reason@2"]),
      ("allow host-network because \"the app needs network to work\"", ["hollow-reason@2"]),
      ("allow host-network because \"fetches map tiles\"", []),
      ("allow writable-code because \"it compiles JavaScript\"", []),
      ("allow read\nallow read", ["redundant-line@3"]),
      ("allow streams\nallow read", ["redundant-line@3"]),
      ("allow read\nallow streams", ["redundant-line@2"]),
      ("allow streams\nallow\n  streams", ["redundant-line@4"]),
      ("allow streams files memory", []),
      ("read: fd == 3\nallow read", ["shadowed-line@2"]),
      ("read: fd == 3\nread: fd in {3, 4}", ["redundant-line@2"]),
      ("read: fd == 3\nread: fd == 4", []),
      ("deny chown errno EPERM\nkill chown", ["shadowed-line@2"]),
      ("deny chown errno EPERM report", []),
      ("deny chown errno EPERM\ndeny chown errno EPERM", ["redundant-line@3"]),
      (
        "allow read\ndeny ipc errno EPERM\nallow shmget shmctl shmdt semget semop semtimedop semctl"
          + " msgget msgsnd msgrcv msgctl mq_open mq_unlink mq_timedsend mq_timedreceive mq_notify"
          + " mq_getsetattr\nshmat: flags == 0", []
      ),
      ("deny chown errno EPERM", []),
      ("allow mmap", ["undoes-wx@2"]), ("mprotect: prot in ~PROT_WRITE", ["undoes-wx@2"]),
      ("mmap: prot in ~PROT_EXEC", []), ("allow shmat", ["undoes-wx@2"]),
      ("allow ioctl because \"drives the scanner\"", ["no-request-list@2"]),
      ("ioctl: fd == 3", ["no-request-list@2"]), ("prctl: option <= 3", ["no-request-list@2"]),
      ("ioctl: request == FIONREAD || fd == 2", ["no-request-list@2"]),
      ("ioctl: request in {FIONREAD, FIONBIO} && fd == 3", []),
      ("default errno EPERM", ["silent-default@2"]),
      ("default errno EPERM report", []), ("default kill", []),
      ("include base\ndefault errno EPERM report", ["redundant-line@3"]),
      ("deny socket errno EAGAIN report", ["no-refusal@2"]),
      ("include base capture", ["unused-include@2"]),
      ("include base", []), ("include base\ninclude base", ["unused-include@3"]),
      ("allow streams\nwithout read", []), ("allow memory\nwithout read", ["redundant-line@3"]),
      ("allow read\nwithout read", ["shadowed-line@2"]),
    ] as [(String, [String])])
  func mistakes(text: String, expected: [String]) throws {
    #expect(try findings(text) == expected)
  }

  @Test("a finding points at the name in a line of several")
  func column() throws {
    let source = try PolicySource(parsing: "policy t\nallow time write time")
    let finding = try #require(try PolicyLint.findings(in: source).first)
    #expect(finding.line == 2 && finding.column == 18)
  }

  @Test("every kind of mistake has a sentence, and is found by some text above")
  func kinds() {
    for kind in PolicyFinding.Kind.allCases { #expect(!kind.summary.isEmpty) }
  }
}
