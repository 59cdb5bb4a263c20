// SPDX-License-Identifier: MIT

import LockhostConformance
import LockhostSystem
import LockhostTesting
import Testing

/// The catalogue against the probes that there are.
@Suite("The tables of promises and probes") struct ProbeTableTests {
  /// Probes of other tests: they never end, report something else than one line, or take a call's
  /// number.
  private static let others: Set = [
    "allocate", "call", "cost", "connect-loopback", "connect-vsock", "daemonise",
    "daemonise-and-wait", "exec",
    "exec-memory", "exhaust-children", "exec-open", "exec-written", "exit", "families",
    "fill-bytes", "fill-files",
    "flood-output", "flood-wire", "fork-bomb", "fork-for-ever", "fuzz-calls", "hold",
    "hold-descriptors", "hold-many",
    "ignore-signals",
    "kill-init", "kill-process", "large-file", "mkdir", "mknod", "mmap-file-rx", "mount",
    "never-read", "perf", "pivot-root", "posture", "ptrace-init", "remount", "say",
    "say-and-wait", "securebits", "send-descriptors", "set-id-file", "sethostname", "setns",
    "setsid", "survive",
    "signal", "sleep", "spin", "umount", "write-and-wait",
  ]

  /// The names that the probe lists.
  private static func names() async throws -> Set<String> {
    let run = try await ProgramRun.run(try ProgramFolder.path(of: "lockhost-probe"), ["--help"])
    return Set(
      run.output.split(separator: "\n").dropFirst().compactMap {
        $0.split(separator: " ").first.map(String.init)
      })
  }

  @Test("every call of a promise is a probe, and every probe belongs to a promise")
  func probes() async throws {
    let names = try await Self.names()
    var used: Set<String> = []
    for call in PromiseCatalogue.all.flatMap(\.calls) {
      used.insert(call.probe)
      #expect(names.contains(call.probe), "\(call.text)")
      if ["in-thread", "again"].contains(call.probe), let inner = call.arguments.first {
        used.insert(inner)
        #expect(names.contains(inner), "\(call.text)")
      }
    }
    #expect(names.subtracting(used).subtracting(Self.others) == [])
    #expect(Self.others.subtracting(names) == [])
  }

  @Test("there are at least a hundred promises, and two hundred calls by as many probes")
  func counts() {
    let calls = PromiseCatalogue.all.flatMap(\.calls)
    #expect(PromiseCatalogue.all.count >= 100)
    #expect(Set(calls.map(\.probe)).count >= 200)
    #expect(Set(calls.map(\.text)).count >= 200)
    for group in PromiseGroup.allCases {
      #expect(PromiseCatalogue.all.contains { $0.group == group }, "\(group.title)")
    }
  }

  @Test("no call is made for two promises: a hole would turn both red")
  func overlaps() {
    var owners: [String: String] = [:]
    for promise in PromiseCatalogue.all {
      for call in promise.calls where call.probe.hasPrefix("reach-") {
        let other = owners.updateValue(promise.id, forKey: call.text)
        #expect(other == nil || other == promise.id, "\(call.text): \(promise.id), \(other ?? "")")
      }
    }
  }

  @Test("every refusal has a control, or the reason why there is none")
  func controls() {
    for promise in PromiseCatalogue.all where promise.kind == .refusal {
      for call in promise.calls {
        for case .none(let reason) in [call.control, call.userControl ?? call.control] {
          #expect(reason.count > 10 && reason.last != ".", "\(promise.id): \(call.text)")
        }
      }
    }
  }
}
