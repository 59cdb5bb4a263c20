// SPDX-License-Identifier: MIT
//
// lockhost-bench NAME [COUNT]: measures one thing through the library, and prints one line of JSON.
//
// `Benchmarks/figures` calls it, sets each figure beside its limit and its peers, and keeps the results.

import Glibc

let words = CommandLine.arguments.dropFirst()
guard let name = words.first else {
  print(
    "usage: lockhost-bench \(Benchmark.allCases.map(\.rawValue).joined(separator: "|")) [COUNT]")
  exit(64)
}
if name == "echo" { Echo.run() }
if let pace = FrameReader.Pace(rawValue: name) { FrameReader.run(pace) }
guard let benchmark = Benchmark(rawValue: name) else {
  print("lockhost-bench: nothing is called “\(name)”")
  exit(64)
}
do {
  print(try await benchmark.run(count: words.dropFirst().first.flatMap { Int($0) }).json)
} catch {
  print("lockhost-bench: \(error)")
  exit(1)
}
