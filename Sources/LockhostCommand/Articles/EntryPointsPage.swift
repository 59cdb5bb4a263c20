// SPDX-License-Identifier: MIT

import LockhostDevice

/// `Docs/EntryPoints.md`, made from the matrix.
package enum EntryPointsPage {
  private static let introduction = """
    <!-- Made by `lockhost __generate entry-points`; change Sources/LockhostDevice/Decision instead. -->
    # Entry points

    What a press starts: the capture extension, the app, or nothing. The system decides, from the lock
    state, the entry point, the bundles and the permissions; no program has a word in it. `lockhost
    launch --dry-run` and `lockhost explain` show the rules one by one, with what each looked at.

    - **Lock screen**, **Control Center** and the **Action button** hold controls, which come from an
      app's control widget: see `lockhost controls`. **Camera Control** starts the device's camera app.
      All four name a camera capture intent, and the system picks the program.
    - **`perform()`** of the intent runs in the app, and only when the press opens the app on an unlocked
      device. Locked, the capture extension gets a scene and a session instead.
    - **authenticated** is the moment after the face has matched with the lock screen still up. The
      extension still starts there; an app that opens does so without asking again.
    - **before the first unlock** after a start nothing starts: what apps store is encrypted.
    - An **icon** lies behind the lock screen: unlocked or not at all.

    The first part is what happens when nothing stands in the way; each other part is one thing that does.
    Where several do, the part that stands first below wins, as far as it changes anything at that entry
    point and in that lock state.
    """

  /// The page.
  package static func markdown() -> String {
    var lines = introduction.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let weight = EntryPointMatrix.Circumstance.allCases.filter { $0 != .none }
    for circumstance in [.none] + weight {
      lines += ["", "## \(circumstance.title)", ""]
      if let code = circumstance.code {
        lines += ["`lockhost explain \(code.rawValue)`: \(code.title.lowercasedFirst).", ""]
      }
      lines += [
        "| | " + LockState.allCases.map(\.rawValue).joined(separator: " | ") + " |",
        "| --- | " + LockState.allCases.map { _ in "---" }.joined(separator: " | ") + " |",
      ]
      for row in EntryPointMatrix.rows(circumstance) {
        let cells = row.outcomes.map(\.title).joined(separator: " | ")
        lines.append("| `\(row.entryPoint.rawValue)` | \(cells) |")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
