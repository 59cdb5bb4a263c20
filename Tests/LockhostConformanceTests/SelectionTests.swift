// SPDX-License-Identifier: MIT

import LockhostConformance
import Testing

/// Which promises a run asks for, and how they are divided.
@Suite("Selection and shards") struct SelectionTests {
  @Test(
    "every promise is in exactly one part, for any number of parts", arguments: [1, 2, 3, 7, 50])
  func partition(count: Int) throws {
    let shards = try (1...count).map { try Shard(parsing: "\($0)/\(count)") }
    for promise in PromiseCatalogue.all {
      #expect(shards.count { $0.contains(promise.id) } == 1)
    }
  }

  @Test("parts are of like size")
  func balance() throws {
    let ids = (1...400).map { "LH-NET-\($0)" }
    let first = try Shard(parsing: "1/2")
    #expect((140...260).contains(ids.count(where: first.contains)))
    // Of the promises that there are, a half is a half of the probes.
    let calls = PromiseCatalogue.all.map { (first.contains($0.id), $0.calls.count) }
    let all = calls.reduce(0) { $0 + $1.1 }
    let half = calls.filter(\.0).reduce(0) { $0 + $1.1 }
    #expect((45...55).contains(100 * half / all), "\(half) of \(all)")
  }

  @Test(
    "what is no part is refused", arguments: ["", "1", "0/2", "3/2", "a/b", "1/2/3", "1/0", "-1/2"])
  func badShards(text: String) {
    #expect(throws: ConformanceError.badShard(text)) { try Shard(parsing: text) }
  }

  @Test("ids, groups and words select, and unknown ones are errors")
  func selection() throws {
    var selection = PromiseSelection()
    selection.ids = ["lh-net-001"]
    #expect(try selection.promises().map(\.id) == ["LH-NET-001"])
    selection.ids = []
    selection.groups = ["net"]
    #expect(try selection.promises().allSatisfy { $0.group == .network })
    selection.groups = ["NOPE"]
    #expect(throws: ConformanceError.self) { try selection.promises() }
    selection.groups = []
    selection.ids = ["LH-NET-000"]
    #expect(throws: ConformanceError.self) { try selection.promises() }
    selection.ids = []
    selection.filter = "socket-inet"
    #expect(try !selection.promises().isEmpty)
    selection.filter = "no promise says this"
    #expect(throws: ConformanceError.self) { try selection.promises() }
  }

  @Test("a command line is read as a shell reads it")
  func templates() throws {
    let template = try LaunchTemplate(parsing: #"a 'b c' "d \"e" f\ g '' {probe}"#)
    #expect(template.words == ["a", "b c", "d \"e", "f g", "", "{probe}"])
    for bad in ["a 'b {probe}", "a b", "", "x{probe}y"] {
      #expect(throws: ConformanceError.self) { try LaunchTemplate(parsing: bad) }
    }
  }
}
