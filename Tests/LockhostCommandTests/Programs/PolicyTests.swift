// SPDX-License-Identifier: MIT

import Foundation
import LockhostPolicy
import LockhostSystem
import LockhostTesting
import Testing

@testable import LockhostCommand

/// `lockhost policy` from outside.
@Suite("Policies on the command line", .timeLimit(.minutes(3)))
struct PolicyTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func lockhost(_ arguments: [String]) async throws -> ProgramRun {
    try await ProgramRun.run(ProgramFolder.path(of: "lockhost"), arguments)
  }

  private func policy(_ arguments: String...) async throws -> ProgramRun {
    try await lockhost(["policy"] + arguments)
  }

  private func object(_ run: ProgramRun) throws -> [String: Any] {
    #expect(run.lines.count == 1)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
  }

  @Test("show fits every built-in policy on a screen", arguments: Policy.builtInNames)
  func show(name: String) async throws {
    let run = try await policy("show", name)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count <= 50)
    #expect(run.lines.allSatisfy { $0.count <= 100 })
    #expect(run.output.contains("policy \(name)"))
    let object = try object(try await policy("show", name, "--json"))
    #expect(object["schema"] as? String == "lockhost.policy/1")
    #expect(try Policy(parsing: try #require(object["text"] as? String)).name == name)
  }

  @Test("show lists every call, and the filter, when asked")
  func showAll() async throws {
    let run = try await policy("show", "compute", "--verbose", "--disassemble")
    #expect(run.output.contains("mmap: prot in PROT_READ|PROT_WRITE"))
    #expect(run.output.contains("0000: load"))
    #expect(run.output.contains("return notify"))
  }

  @Test("a wrong policy is told with code, place, and a mark below the column")
  func wrong() async throws {
    let path = try scratch.write("policy mine\nallow memry\n", to: "mine.policy")
    for verb in [["show", path], ["lint", path], ["score", path], ["diff", path, "base"]] {
      let run = try await lockhost(["policy"] + verb)
      #expect(run.status == 65)
      #expect(run.errors.contains("error[LH3008]"))
      #expect(run.errors.contains("line 2, column 7"), "\(run.errors)")
      #expect(run.errors.contains("  2 | allow memry\n    |       ^"), "\(run.errors)")
      #expect(run.errors.contains("did you mean “memory”?"))
    }
    #expect(try await policy("show", "captur").errors.contains("did you mean “capture”?"))
    #expect(try await policy("show", scratch.path("none.policy")).errors.contains("LH5107"))
  }

  @Test("explain says by which line, and corrects a name")
  func explain() async throws {
    let run = try await policy("explain", "ptrace")
    #expect(run.status == 0)
    #expect(run.output.contains("by base, line 6: kill tracing"), "\(run.output)")
    #expect(try await policy("explain", "101").output == run.output)
    let wrong = try await policy("explain", "ptrce")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("error[LH5015]") && wrong.errors.contains("`ptrace`?"))
    let path = try scratch.write(
      "policy mine\ninclude base\n\nsocket: domain == AF_UNIX\n", to: "mine.policy")
    let object = try object(try await policy("explain", "socket", "--policy", path, "--json"))
    #expect(object["schema"] as? String == "lockhost.policy-call/1")
    let allowed = try #require(object["allowed"] as? [[String: Any]])
    #expect(allowed.first?["line"] as? Int == 4)
    #expect(allowed.first?["condition"] as? String == "domain == AF_UNIX")
  }

  @Test("diff is silent and 0 for the same, and 1 with examples for another")
  func diff() async throws {
    let path = try scratch.write(
      "policy mine\ninclude base\nallow signals randomness time threads basics\n"
        + "allow memory streams\nread: fd == 9\n", to: "mine.policy")
    let same = try await policy("diff", path, "compute")
    #expect(same.status == 0)
    #expect(same.output.isEmpty && same.errors.isEmpty)
    let other = try await policy("diff", "capture", "program")
    #expect(other.status == 1)
    #expect(other.output.contains("+ execve"))
    let object = try object(try await policy("diff", path, "compute", "--json"))
    #expect(object["equivalent"] as? Bool == true)
  }

  @Test("lint is 0 without findings and 1 with some, each with its place")
  func lint() async throws {
    let good = try await lockhost(["policy", "lint"] + Policy.builtInNames)
    #expect(good.status == 0 && good.output.isEmpty)
    let path = try scratch.write("policy mine\ninclude base\nallow read mmap\n", to: "m.policy")
    let bad = try await policy("lint", "capture", path)
    #expect(bad.status == 1)
    #expect(bad.output.contains("\(path):3:12: undoes-wx: "), "\(bad.output)")
    let object = try object(try await policy("lint", path, "--json"))
    #expect((object["items"] as? [[String: Any]])?.first?["id"] as? String == "undoes-wx")
  }

  @Test("score obeys its threshold")
  func score() async throws {
    let run = try await policy("score", "capture")
    #expect(run.status == 0)
    #expect(run.lines.last?.hasPrefix("Exposure of capture: ") == true)
    #expect(try await policy("score", "capture", "--threshold", "9").status == 0)
    let over = try await policy("score", "program", "--threshold", "0.5")
    #expect(over.status == 1)
    #expect(over.errors.contains("error[LH3012]"))
    for word in ["11", "-1", "x", "nan"] {
      #expect(try await policy("score", "--threshold=\(word)").status == 64)
    }
    let object = try object(try await policy("score", "--json"))
    #expect(object["schema"] as? String == "lockhost.policy-score/1")
  }

  struct Recorded: CustomTestStringConvertible, Sendable {
    let flags: [String]
    let command: [String]
    let output: String
    var testDescription: String { command.joined(separator: " ") }
  }

  static let programs = [
    Recorded(flags: [], command: ["true"], output: ""),
    Recorded(flags: ["--read", "/etc/hostname"], command: ["cat", "/etc/hostname"], output: "*"),
    Recorded(
      flags: ["--read", "/usr"],
      command: ["/usr/bin/python3", "-c", "import threading, json; print(json.dumps([1]))"],
      output: "[1]\n"),
    Recorded(
      flags: ["--read", "/usr"],
      command: [
        "/usr/bin/python3", "-c", "import subprocess; print(subprocess.run(['true']).returncode)",
      ], output: "0\n"),
    Recorded(
      flags: [],
      command: ["sqlite3", "a.db", "create table t(x); insert into t values(7); select * from t"],
      output: "7\n"),
  ]

  @Test("what record proposes parses, lints clean, and is enough", arguments: programs)
  func record(each: Recorded) async throws {
    guard ProgramRun.find(each.command[0]) != nil else {
      print("not checked: there is no \(each.command[0]) here")
      return
    }
    let recording = try await lockhost(["policy", "record"] + each.flags + ["--"] + each.command)
    #expect(recording.status == 0, "\(recording.errors)")
    let proposed = try Policy(parsing: recording.output)
    #expect(!recording.output.contains("because"))
    let path = try scratch.write(recording.output, to: "proposed.policy")
    let lint = try await policy("lint", path)
    #expect(lint.status == 0, "\(lint.output)")
    let run = try await lockhost(["exec", "--policy", path] + each.flags + ["--"] + each.command)
    #expect(run.status == 0, "\(run.errors)")
    if !["", "*"].contains(each.output) {
      #expect(run.output == each.output)
      // The program's own output is not among the policy's.
      #expect(recording.errors.contains(each.output))
    }
    // It is no more than the program was watched under, and less.
    let watched = try Policy(parsing: "policy w\ninclude program\nallow libraries").resolved()
    let difference = PolicyDifference(from: watched, to: try proposed.resolved())
    #expect(difference.admissions.allSatisfy { $0.side == .first })
    #expect(!difference.admissions.isEmpty)
  }

  @Test("the control: without what was proposed, a program does not run")
  func control() async throws {
    let bare = try scratch.write("policy bare\ninclude base\n", to: "bare.policy")
    #expect(try await lockhost(["exec", "--policy", bare, "--", "true"]).status != 0)
  }

  @Test("the policy holds while a program is recorded")
  func holds() async throws {
    let probe = try ProgramFolder.path(of: "lockhost-probe")
    let attack = try await policy("record", "--", probe, "ptrace")
    #expect(attack.status == 159, "\(attack.errors)")
    #expect(attack.errors.contains("error[LH2002]") && attack.errors.contains("[LH3013]"))
    let network = try await policy(
      "record", "--", "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/80; true")
    #expect(network.output.contains("#   socket(AF_INET, SOCK_STREAM"), "\(network.output)")
    #expect(network.output.contains("errno EPERM report"))
  }

  @Test("a recorded program's status is passed on, and its policy is printed all the same")
  func status() async throws {
    let run = try await policy("record", "--", "bash", "-c", "exit 7")
    #expect(run.status == 7)
    #expect(run.errors.contains("[LH3013]"))
    #expect((try? Policy(parsing: run.output)) != nil)
    #expect(try await policy("record", "--", "nonesuch-program").status == 127)
    #expect(try await policy("record", "--limit", "time=300ms", "--", "sleep", "9").status == 124)
    let object = try object(try await policy("record", "--json", "--", "true"))
    #expect(object["schema"] as? String == "lockhost.policy-record/1")
  }
}
