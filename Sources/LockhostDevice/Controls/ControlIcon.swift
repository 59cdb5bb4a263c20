// SPDX-License-Identifier: MIT

/// What a control shows: a symbol, or a question mark with the reason for it.
///
/// Controls show symbol images only. Everything else builds and runs, and then the real system shows a
/// question mark without a word.
public struct ControlIcon: Codable, Hashable, Sendable {
  /// The symbol's name; nil where a question mark is shown.
  public let symbol: String?
  /// Why a question mark is shown.
  public let problem: String?

  /// What people see of it in text.
  public var text: String { symbol ?? "?" }

  /// Decides what a control shows.
  ///
  /// - Parameters:
  ///   - symbol: The name of a symbol of the system.
  ///   - picture: The name of something in the bundle.
  ///   - file: The bytes of a file in the widget's bundle, by name; nil when there is none.
  init(symbol: String?, picture: String?, file: (String) -> [UInt8]?) {
    if let symbol {
      let isName = Self.isSymbolName(symbol)
      self.symbol = isName ? symbol : nil
      problem = isName ? nil : "“\(symbol)” cannot be the name of a symbol"
    } else if let picture {
      if let template = file(picture + ".svg") {
        let fault = SymbolTemplate.fault(in: template)
        self.symbol = fault == nil ? picture : nil
        problem = fault.map { "\(picture).svg is no symbol: \($0)" }
      } else {
        self.symbol = nil
        let other = ["png", "pdf", "jpg", "jpeg", "heic"].first { file("\(picture).\($0)") != nil }
        problem =
          other.map { "\(picture).\($0) is a picture, and controls show only symbols" }
          ?? "there is no symbol \(picture).svg in the widget's bundle"
      }
    } else {
      self.symbol = nil
      problem = "its label has no image"
    }
  }

  /// Whether a text is built as the names of the system's symbols are: lower-case words with dots.
  static func isSymbolName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 128
      && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { word in
        !word.isEmpty
          && word.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A: true
            default: false
            }
          }
      }
  }
}

/// The form that a symbol of one's own must have: the SVG that the Symbols app exports.
enum SymbolTemplate {
  /// The largest file that is looked at.
  static let maximumBytes = 1 << 20

  /// What keeps a file from being a symbol template.
  ///
  /// Looks for the parts that every template has, by their ids, and draws nothing.
  ///
  /// - Returns: Nil for one that can be a symbol.
  static func fault(in bytes: [UInt8]) -> String? {
    guard bytes.count <= maximumBytes else { return "it is larger than \(maximumBytes) bytes" }
    guard let text = String(validating: bytes, as: UTF8.self) else { return "it is not UTF-8" }
    guard text.contains("<svg") else { return "it is no SVG" }
    for part in ["Symbols", "Guides"] where !has(part, in: text) {
      return "it has no group “\(part)”, which every exported symbol template has"
    }
    guard ["Regular-S", "Regular-M", "Regular-L"].contains(where: { has($0, in: text) }) else {
      return "it draws no regular weight: a group “Regular-S”, “Regular-M” or “Regular-L”"
    }
    for guide in ["Baseline-", "Capline-"] where !text.contains("id=\"\(guide)") {
      return "it has no guide “\(guide)S”, so nothing says where the symbol stands on its line"
    }
    return nil
  }

  private static func has(_ identifier: String, in text: String) -> Bool {
    text.contains("id=\"\(identifier)\"")
  }
}
