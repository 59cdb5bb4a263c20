// SPDX-License-Identifier: MIT

import LockhostDevice

extension CommandTable {
  private static let permissions = Permission.allCases.map(\.rawValue)

  private static let operands: [Verb.Operand] = [
    .init("PERMISSION", .choice(permissions + ["all"])), .init("ID", .text("ID")),
  ]

  static let deviceVerbs: [Verb] = [
    Verb(
      "privacy list", .device, operands: [.init("ID", .text("ID"), isOptional: true)],
      "list permissions",
      """
      Lists how the permissions of apps stand: of every installed app, with who said so, and which of \
      its programs do not say what they want it for. An extension has its app's permissions.
      """,
      examples: [.init("List them", "lockhost privacy list")]),
    Verb(
      "privacy grant", .device, operands: operands, "grant a permission to an app",
      """
      Grants a permission to an app and to its extensions, as if the person had allowed it; `all` \
      grants every one. A program that has no usage text for it in its own Info.plist is refused it \
      all the same.
      """,
      examples: [.init("Allow the camera", "lockhost privacy grant camera org.example.camera")]),
    Verb(
      "privacy revoke", .device, operands: operands, "refuse a permission to an app",
      """
      Refuses a permission to an app and to its extensions, as in the device's settings. What runs of \
      the app and had the permission is ended.
      """,
      examples: [.init("Refuse the camera", "lockhost privacy revoke camera org.example.camera")]),
    Verb(
      "privacy reset", .device, operands: operands, "forget the answer about a permission",
      """
      Forgets the answer about a permission, so that the app has to ask again; `all` forgets every \
      one. What runs of the app and had the permission is ended.
      """,
      examples: [.init("Start anew", "lockhost privacy reset all org.example.camera")]),
  ]
}
