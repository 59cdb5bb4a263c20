// SPDX-License-Identifier: MIT

/// Takes out of the package manager's words what an author can do nothing about.
///
/// A static program that contains Foundation makes the linker warn of a few of glibc's functions,
/// which need shared libraries at run time: a guest has no user database to look into anyway. And an
/// Info.plist in a target's folder makes the package manager ask what to do with it.
struct BuildOutputFilter {
  /// The header of a list of unhandled files, held back until a file in it matters.
  private var heldHeader: String?

  private static let linkerNoise = [
    "in statically linked applications requires at runtime the shared libraries from the glibc",
    "warning: the use of `mktemp' is dangerous",
    "warning: the use of `tmpnam' is dangerous",
  ]

  /// The lines to show for one line that came.
  mutating func keep(_ line: String) -> [String] {
    if Self.linkerNoise.contains(where: line.contains) { return [] }
    if line.contains("which are unhandled; explicitly declare them as resources or exclude") {
      heldHeader = line
      return []
    }
    guard let header = heldHeader else { return [line] }
    if line.hasPrefix("    "), line.hasSuffix("/Info.plist") { return [] }
    heldHeader = nil
    return line.hasPrefix("    ") ? [header, line] : [line]
  }
}
