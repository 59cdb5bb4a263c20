// SPDX-License-Identifier: MIT

import Foundation

/// Copies what the capture extension left into the app's documents.
actor SessionImporter {
  /// The same folder may be reported twice: at launch, and again when it arrives.
  private var imported: Set<String> = []

  /// Imports one session's folder and returns the names of its files.
  func importSession(at folder: URL) throws -> [String] {
    guard imported.insert(folder.lastPathComponent).inserted else { return [] }
    let documents = try FileManager.default.url(
      for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
    let destination = documents.appendingPathComponent(folder.lastPathComponent)
    try FileManager.default.createDirectory(at: destination, withIntermediateDirectories: true)

    var names: [String] = []
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
      let data = try Data(contentsOf: file)
      let name = file.lastPathComponent
      try data.write(to: destination.appendingPathComponent(name), options: .atomic)
      print("imported: \(name), \(data.count) bytes")
      names.append(name)
    }
    return names
  }
}
