// SPDX-License-Identifier: MIT

extension CommandTable {
  static let checkVerbs: [Verb] = [
    Verb(
      "check", .author, operands: [.init("PATH", .folder, isOptional: true)],
      flags: [
        Flag(
          "sarif", value: .file, .output, "write the findings to FILE as SARIF",
          "Write the findings to FILE as SARIF 2.1.0, for code scanning."),
        Flag(
          "no-run", .decision, "do not start control widgets to ask them",
          """
          Do not start the app's control widgets. Without this flag they are started in their \
          sandbox and asked for names and icons, as when the app is installed.
          """),
        Flag("strict", .decision, "exit 1 for warnings too"),
      ],
      "look for the known mistakes of an app",
      """
      Looks for mistakes that build, sign and install on a phone, and then do not work there: each \
      rule has a name that lasts, a code with an article, and says what to do. PATH is a .app, or the \
      folder of its package (the current folder unless said otherwise), whose property lists and \
      sources are then read; the built app tells more. Exits 1 when there are errors.
      """,
      examples: [
        .init("Check the built app", "lockhost check MyCamera.app"),
        .init("For code scanning", "lockhost check MyCamera.app --sarif check.sarif"),
      ])
  ]
}
