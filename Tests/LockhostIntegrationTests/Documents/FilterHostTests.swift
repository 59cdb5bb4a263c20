// SPDX-License-Identifier: MIT

import Foundation
import LockhostTesting
import Testing

/// The example's programs, as `Scripts/build-fixtures` puts them.
private enum BuiltFilters {
  static let folder = Fixtures.folder + "/FilterHost"

  static var areThere: Bool {
    ProcessInfo.processInfo.environment["CI"] != nil
      || FileManager.default.fileExists(atPath: folder + "/FilterHost")
  }
}

/// `Examples/FilterHost`: an extension point of somebody's own, with filters that do not behave.
@Suite(
  "The example of a host with filters",
  .enabled(if: BuiltFilters.areThere, "\(Fixtures.hint)"), .timeLimit(.minutes(5)))
struct FilterHostTests {
  /// Puts a filter into a bundle, under a program's name that says what it does.
  private func filter(
    _ target: String, _ name: String, in scratch: ScratchFolder
  ) async throws -> String {
    let bundle = scratch.path("\(name).appex")
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try await ProgramCopy.make(
      of: BuiltFilters.folder + "/" + target, at: "\(bundle)/\(name)")
    let plist = try SourceTree.text("Examples/FilterHost/Sources/\(target)/Info.plist")
    try Data(plist.replacing(">\(target)<", with: ">\(name)<").utf8).write(
      to: URL(fileURLWithPath: bundle + "/Info.plist"))
    return bundle
  }

  private func run(_ filters: [String]) async throws -> ProgramRun {
    await (try RunningProgram(BuiltFilters.folder + "/FilterHost", filters)).finish(
      within: .seconds(90))
  }

  @Test("a filter changes pixels in shared memory, and asks its host how strongly")
  func invert() async throws {
    let scratch = try ScratchFolder()
    let run = try await run([await filter("InvertFilter", "InvertFilter", in: scratch)])
    #expect(
      run.output == """
        Invert, call 1: 307200 pixels, the first byte is 191
        Invert, call 2: 307200 pixels, the first byte is 191
        Invert: 1 process

        """, "\(run.output)\(run.errors)")
  }

  @Test(
    "a filter that hangs or crashes costs its call, and the next call has a new process",
    arguments: [("bad-hang", "no answer within"), ("bad-crash", "the plug-in ended: ")])
  func bad(name: String, words: String) async throws {
    let scratch = try ScratchFolder()
    let run = try await run([
      await filter("BadFilter", name, in: scratch),
      await filter("InvertFilter", "InvertFilter", in: scratch),
    ])
    let lines = run.lines
    #expect(lines.count == 6, "\(run.output)\(run.errors)")
    #expect(lines.prefix(2).allSatisfy { $0.contains(words) }, "\(run.output)")
    #expect(lines.contains("Bad: 2 processes"))
    #expect(lines.contains("Invert, call 2: 307200 pixels, the first byte is 191"))
    #expect(run.status == 0)
  }

  @Test("a refusal is told in the filter's words, and costs no process")
  func refuse() async throws {
    let scratch = try ScratchFolder()
    let run = try await run([await filter("BadFilter", "bad-refuse", in: scratch)])
    #expect(run.output.contains("this picture is too beautiful"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("Bad: 1 process\n"))
  }

  // libdispatch.so looks in /proc once a second at the workers of a queue that has more to do, and
  // stops the program where it cannot: this filter is dynamic, and busy over more than one such look.
  @Test("a dynamic filter that keeps all its threads busy for longer than a second lives")
  func busy() async throws {
    let scratch = try ScratchFolder()
    let run = try await run([await filter("BadFilter", "bad-busy", in: scratch)])
    #expect(run.output.contains("Bad, call 2: 0 pixels"), "\(run.output)\(run.errors)")
    #expect(run.output.contains("Bad: 1 process\n"), "\(run.output)\(run.errors)")
  }

  @Test(
    "the point of control widgets is defined with the public library alone",
    .enabled(if: Fixtures.areBuilt("CameraSample"), "\(Fixtures.hint)"))
  func controls() async throws {
    let widget = try Fixtures.app("CameraSample") + "/PlugIns/CameraSampleControl.appex"
    let run = await (try RunningProgram(BuiltFilters.folder + "/ControlList", [widget])).finish(
      within: .seconds(60))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("\"intent\":\"CaptureIntent\""), "\(run.output)\(run.errors)")
  }

  @Test("a filter for another point is not started")
  func otherPoint() async throws {
    let scratch = try ScratchFolder()
    let bundle = try await filter("InvertFilter", "InvertFilter", in: scratch)
    let plist = try String(contentsOfFile: bundle + "/Info.plist", encoding: .utf8)
    try Data(plist.replacing("org.example.image-filter", with: "org.example.other").utf8).write(
      to: URL(fileURLWithPath: bundle + "/Info.plist"))
    let run = try await run([bundle])
    #expect(run.output.contains("LH1011"), "\(run.output)\(run.errors)")
  }
}
