// SPDX-License-Identifier: MIT

import Testing

@testable import LockhostCommand

@Suite("The build's words")
struct BuildOutputFilterTests {
  private func kept(_ lines: [String]) -> [String] {
    var filter = BuildOutputFilter()
    return lines.flatMap { filter.keep($0) }
  }

  static let question =
    "warning: 'tiny': found 2 file(s) which are unhandled; explicitly declare them as resources or "
    + "exclude from the target"

  @Test("what an author can do nothing about is left out")
  func noise() {
    let lines = [
      "x.o: warning: Using 'getpwuid_r' in statically linked applications requires at runtime the "
        + "shared libraries from the glibc version used for linking",
      "x.o: warning: the use of `mktemp' is dangerous, better use `mkstemp' or `mkdtemp'",
      Self.question, "    /p/Sources/Tiny/Info.plist",
    ]
    #expect(kept(lines + ["Building for production..."]) == ["Building for production..."])
  }

  @Test("everything else stays, also when it comes between")
  func rest() {
    #expect(kept(["a.swift:1:1: warning: unused"]) == ["a.swift:1:1: warning: unused"])
    let other = [Self.question, "    /p/Info.plist", "    /p/notes.txt", "Build complete!"]
    #expect(kept(other) == [Self.question, "    /p/notes.txt", "Build complete!"])
  }
}
