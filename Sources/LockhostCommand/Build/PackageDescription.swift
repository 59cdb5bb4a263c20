// SPDX-License-Identifier: MIT

import Foundation

/// What `swift package describe --type json` says of a package, as far as bundles need it.
struct PackageDescription: Decodable {
  /// A target of the package itself.
  struct Target: Decodable {
    let name: String
    /// Such as `executable`, `library` or `test`.
    let type: String
    /// Relative to the package.
    let path: String
    /// The products that it is part of.
    let memberships: [String]?

    enum CodingKeys: String, CodingKey {
      case name, type, path
      case memberships = "product_memberships"
    }
  }

  /// A product; of its type only the name of the kind matters.
  struct Product: Decodable {
    struct Kind: Decodable {
      let isExecutable: Bool

      private enum CodingKeys: String, CodingKey {
        case executable
      }

      init(from decoder: any Decoder) throws {
        isExecutable = try decoder.container(keyedBy: CodingKeys.self).contains(.executable)
      }
    }

    let name: String
    let targets: [String]
    let type: Kind
  }

  let name: String
  let path: String
  let targets: [Target]
  let products: [Product]

  /// The executable targets.
  var executables: [Target] { targets.filter { $0.type == "executable" } }

  /// The name of the program that a target becomes.
  func program(of target: Target) -> String {
    products.first { $0.type.isExecutable && (target.memberships ?? []).contains($0.name) }?.name
      ?? target.name
  }
}
