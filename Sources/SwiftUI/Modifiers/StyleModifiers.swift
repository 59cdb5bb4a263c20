// SPDX-License-Identifier: MIT

public import Foundation

// What only changes how a view is drawn. Nothing is drawn, so each is the view itself; the
// signatures are Apple's.
extension View {
  /// Sets the font of text.
  public func font(_ font: Font?) -> some View { self }

  /// Sets the weight of text.
  public func fontWeight(_ weight: Font.Weight?) -> some View { self }

  /// Makes text bold.
  public func bold(_ isActive: Bool = true) -> some View { self }

  /// Gives all digits the same width.
  public func monospacedDigit() -> some View { self }

  /// Sets what content is filled with.
  public func foregroundStyle(_ style: some ShapeStyle) -> some View { self }

  /// Sets the colour of content.
  public func foregroundColor(_ color: Color?) -> some View { self }

  /// Sets the colour of controls.
  public func tint(_ color: Color?) -> some View { self }

  /// Makes the view transparent: 0 wholly, 1 not at all; it stays in the scene.
  public func opacity(_ opacity: Double) -> some View { self }

  /// Cuts the view to a shape.
  public func clipShape(_ shape: some Shape) -> some View { self }

  /// Cuts the view to its frame.
  public func clipped(antialiased: Bool = false) -> some View { self }

  /// Rounds the view's corners.
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View { self }

  /// Draws a border.
  public func border(_ style: some ShapeStyle, width: CGFloat = 1) -> some View { self }

  /// Draws a shadow.
  public func shadow(
    color: Color = .black, radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some View { self }

  /// Blurs the view.
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }

  /// Draws the view larger or smaller.
  public func scaleEffect(_ scale: CGFloat) -> some View { self }

  /// Sets how large symbols are.
  public func imageScale(_ scale: Image.Scale) -> some View { self }

  /// Draws changes of a value over time.
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }

  /// Sets how the view comes and goes.
  public func transition(_ transition: AnyTransition) -> some View { self }

  /// Asks for light or dark.
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }

  /// Hides the status bar.
  public func statusBarHidden(_ hidden: Bool = true) -> some View { self }

  /// Hides what the system draws over the content.
  public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }

  /// Sets the title of a navigation.
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }

  /// Names the view for tests.
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }

  /// Sets how buttons look.
  public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { self }
}

/// Whether something is visible.
public enum Visibility: Hashable, CaseIterable, Sendable {
  /// As the system likes.
  case automatic
  /// It is.
  case visible
  /// It is not.
  case hidden
}
