// SPDX-License-Identifier: MIT

public import Foundation
import LockhostWire

/// A picture or a symbol.
public struct Image: Hashable, Sendable {
  /// How large a symbol is beside text.
  public enum Scale: Hashable, Sendable {
    /// Small.
    case small
    /// Medium.
    case medium
    /// Large.
    case large
  }

  /// How an image fills a frame.
  public enum ResizingMode: Hashable, Sendable {
    /// Repeated.
    case tile
    /// Enlarged.
    case stretch
  }

  /// How an image is coloured.
  public enum TemplateRenderingMode: Hashable, Sendable {
    /// In the foreground style.
    case template
    /// In its own colours.
    case original
  }

  let name: String
  let isSymbol: Bool
  let label: String

  /// A symbol of the system.
  public init(systemName: String) {
    name = systemName
    isSymbol = true
    label = ""
  }

  /// A picture of the bundle.
  public init(_ name: String, bundle: Bundle? = nil) { self.init(name: name, label: name) }

  /// A picture of the bundle, with what it says to people who cannot see it.
  public init(_ name: String, bundle: Bundle? = nil, label: Text) {
    self.init(name: name, label: label.content)
  }

  /// A picture of the bundle that says nothing.
  public init(decorative name: String, bundle: Bundle? = nil) { self.init(name: name, label: "") }

  private init(name: String, label: String) {
    self.name = name
    isSymbol = false
    self.label = label
  }

  /// Lets the image fill its frame.
  public func resizable(
    capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch
  ) -> Image { self }

  /// Sets how the image is coloured.
  public func renderingMode(_ mode: TemplateRenderingMode?) -> Image { self }
}

extension Image: View, PrimitiveView {
  /// An image has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {
    node.element = ShownElement(
      kind: .image, label: label, symbol: isSymbol ? name : nil, picture: isSymbol ? nil : name)
  }
}
