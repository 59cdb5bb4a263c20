// SPDX-License-Identifier: MIT

/// Where `--do` takes its script from: the word itself, a file, or standard input.
enum ScriptSource {
  /// The script that the word means.
  ///
  /// - Throws: LH5107 for a file that cannot be read, LH51nn for what is in it.
  static func read(_ word: String) throws(CommandFailure) -> Script {
    let text = word.hasPrefix("@") ? try TextFile.read(String(word.dropFirst())) : word
    do throws(ScriptError) {
      return try ScriptParser.parse(text)
    } catch {
      throw error.failure
    }
  }
}
