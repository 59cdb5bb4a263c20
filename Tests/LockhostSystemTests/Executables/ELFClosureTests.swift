// SPDX-License-Identifier: MIT

import Foundation
import LockhostSystem
import LockhostTesting
import Testing

/// Judged by `ldd`, which asks the loader itself.
@Suite("ELF closures", .timeLimit(.minutes(5))) struct ELFClosureTests {
  static let candidates: [String] = {
    var paths = [
      "/bin/true", "/bin/bash", "/usr/bin/python3", "/usr/bin/convert", "/usr/bin/sqlite3",
      "/usr/bin/node", "/usr/bin/exiftool", "/usr/bin/git", "/usr/bin/gdb", "/usr/bin/ffmpeg",
      "/usr/bin/perl", "/usr/bin/swiftc", "/usr/bin/ssh",
    ]
    for version in 10...16 { paths.append("/usr/lib/gcc/x86_64-linux-gnu/\(version)/cc1") }
    return paths.filter { path in
      FileManager.default.isExecutableFile(atPath: path)
        && (try? ELFImage(of: Self.open(path)))?.isDynamic == true
    }
  }()

  static func open(_ path: String) throws -> SharedDescriptor {
    let directory = try Directory.open(path: (path as NSString).deletingLastPathComponent)
    let name = (path as NSString).lastPathComponent
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard resolved == path else { return try open(resolved) }
    return try directory.file(#require(FileName(name)))
  }

  /// What the loader opens, by its own account: real paths.
  private func judged(_ path: String) throws -> Set<String> {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/ldd")
    process.arguments = [path]
    let pipe = Foundation.Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    return Set(
      lines.compactMap { line -> String? in
        guard let start = line.firstIndex(of: "/"), let end = line.lastIndex(of: "(") else {
          return nil
        }
        let path = line[start..<end].trimmingCharacters(in: .whitespaces)
        let target = path.components(separatedBy: " => ").last ?? path
        return URL(fileURLWithPath: target).resolvingSymlinksInPath().path
      })
  }

  @Test("are what ldd says", arguments: candidates)
  func agreesWithLoader(path: String) throws {
    let closure = try ELFClosure.resolve(
      executable: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    #expect(Set(closure.dependencies.map(\.realPath)) == (try judged(path)))
    for object in closure.dependencies {
      #expect(object.guestPath.hasPrefix("/"))
      #expect(FileManager.default.fileExists(atPath: object.path))
    }
  }

  @Test("hold real programs: the test would mean little otherwise")
  func control() {
    #expect(Self.candidates.count >= 3, "\(Self.candidates)")
  }

  @Test("name a library that is missing, and who needs it")
  func missing() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path("broken")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/bin/true")))
    let name = Array("libc.so.6".utf8)
    let place = try #require(bytes.firstRange(of: name))
    bytes.replaceSubrange(place, with: Array("libq.so.6".utf8))
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(throws: ELFError.libraryNotFound(name: "libq.so.6", neededBy: path)) {
      try ELFClosure.resolve(executable: path)
    }
  }

  @Test("of a program that is not there are an error of the kernel's")
  func absent() {
    #expect(throws: ELFError.system(SystemError(call: "open(2)", code: 2))) {
      try ELFClosure.resolve(executable: "/nowhere/program")
    }
  }

  @Test("of a static program are empty")
  func staticProgram() throws {
    let spawner = try ProgramFolder.path(of: "lockhost-spawn")
    let closure = try ELFClosure.resolve(executable: spawner)
    #expect(closure.dependencies == [])
  }

  @Test("run in a root that holds nothing else", .enabled(if: CurrentUser.isRoot, "not root"))
  func sufficient() async throws {
    for path in Self.candidates.prefix(6) {
      let scratch = try ScratchFolder()
      let program = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let closure = try ELFClosure.resolve(executable: program)
      for object in closure.dependencies + [closure.executable] {
        let target = scratch.path(String(object.guestPath.dropFirst()))
        try FileManager.default.createDirectory(
          atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: object.realPath, toPath: target)
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/sbin/chroot")
      // The loader's own check: it maps everything, and runs nothing of the program.
      process.arguments = [
        scratch.path, try #require(closure.interpreter).guestPath, "--verify", program,
      ]
      try process.run()
      process.waitUntilExit()
      #expect([0, 2].contains(process.terminationStatus), "verify \(path)")
      let list = Process()
      list.executableURL = URL(fileURLWithPath: "/usr/sbin/chroot")
      list.arguments = [
        scratch.path, try #require(closure.interpreter).guestPath, "--list", program,
      ]
      let pipe = Foundation.Pipe()
      list.standardOutput = pipe
      try list.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      list.waitUntilExit()
      #expect(list.terminationStatus == 0, "list \(path)")
      #expect(!String(decoding: data, as: UTF8.self).contains("not found"), "\(path)")
    }
  }
}
