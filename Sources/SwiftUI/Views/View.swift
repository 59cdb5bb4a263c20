// SPDX-License-Identifier: MIT

/// A part of a scene, described by what it consists of.
///
/// Nothing is drawn. A body is evaluated, kept and evaluated again as on Apple's systems, and what
/// it shows is sent to the host as a list of elements.
@MainActor @preconcurrency
public protocol View {
  /// What the view consists of; `Never` for the views that come with this module.
  associatedtype Body: View

  /// What the view consists of, evaluated anew when something it read changes.
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A view of this module's own, which takes its place in the graph without a body.
package protocol PrimitiveView {
  /// Says what the view shows, and places its children, each time its description is new.
  @MainActor func resolve(in node: ViewNode)
}

extension View where Body == Never {
  /// Views without a body are never asked for it.
  public var body: Never { fatalError("\(Self.self) has no body") }
}

extension Never: View {}

extension Never {
  /// Never has no values, and so no body.
  public typealias Body = Never

  /// Never has no values, and so is never asked.
  public var body: Never { switch self {} }
}
