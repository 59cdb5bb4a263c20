// SPDX-License-Identifier: MIT

public import Foundation

// What only changes where and how large a view is drawn. Nothing is drawn, so each is the view
// itself; the signatures are Apple's.
extension View {
  /// Leaves room at all edges, in points.
  public func padding(_ length: CGFloat) -> some View { self }

  /// Leaves room at some edges, in points.
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }

  /// Leaves room at each edge, in points.
  public func padding(_ insets: EdgeInsets) -> some View { self }

  /// Gives the view a size, in points.
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }

  /// Gives the view limits of size, in points.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }

  /// Keeps the view's own size.
  public func fixedSize() -> some View { self }

  /// Keeps the view's own size in some directions.
  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { self }

  /// Moves the view, in points.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }

  /// Moves the view, in points.
  public func offset(_ offset: CGSize) -> some View { self }

  /// Puts the view's middle somewhere, in points.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }

  /// Lets the view reach under what the system covers.
  public func ignoresSafeArea(
    _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
  ) -> some View { self }

  /// Lets the view reach under what the system covers.
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

  /// Keeps the view's shape inside its parent.
  public func scaledToFit() -> some View { self }

  /// Keeps the view's shape over its whole parent.
  public func scaledToFill() -> some View { self }

  /// Keeps the view in a ratio of width to height.
  public func aspectRatio(
    _ aspectRatio: CGFloat? = nil, contentMode: ContentMode
  ) -> some View { self }

  /// Sets what is drawn in front when views cover each other.
  public func zIndex(_ value: Double) -> some View { self }

  /// Gives the view more or less room than its siblings.
  public func layoutPriority(_ value: Double) -> some View { self }

  /// Limits the lines of text.
  public func lineLimit(_ number: Int?) -> some View { self }

  /// Lines up lines of text.
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }

  /// Lets text become smaller.
  public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }

  /// Turns the view into a shape for touches.
  public func contentShape(_ shape: some Shape) -> some View { self }
}
