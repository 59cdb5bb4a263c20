// SPDX-License-Identifier: MIT

/// Several views, one after the other.
public struct TupleView<T> {
  /// The views, as a tuple.
  public var value: T

  private let packed: any PlacesViews

  init(packed: any PlacesViews, value: T) {
    self.packed = packed
    self.value = value
  }
}

extension TupleView: View, PrimitiveView {
  /// A tuple has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) { packed.place(in: node) }
}

/// Something that knows the types of several views, and places each.
protocol PlacesViews {
  @MainActor func place(in node: ViewNode)
}

/// A tuple that kept its element types.
struct PackedViews<each Content: View>: PlacesViews {
  let content: (repeat each Content)

  func place(in node: ViewNode) {
    var index = 0
    for view in repeat each content {
      node.place(view, key: .index(index))
      index += 1
    }
  }
}
