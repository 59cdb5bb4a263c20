// SPDX-License-Identifier: MIT

/// Finds programs as a shell does.
enum ProgramSearch {
  /// The path of a program: itself when it has a slash, else the first in PATH that can be executed.
  static func find(_ name: String, path: String?) -> String? {
    if name.contains("/") { return name }
    for folder in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
      let candidate = folder + "/" + name
      guard let facts = PathFacts(candidate, followingLinks: true) else { continue }
      if facts.kind == .file, facts.isExecutable { return candidate }
    }
    return nil
  }
}
