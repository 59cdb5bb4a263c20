// SPDX-License-Identifier: MIT

/// How a change is drawn over time; here changes are immediate.
public struct Animation: Hashable, Sendable {
  private let name: String

  /// The system's own.
  public static let `default` = Animation(name: "default")
  /// At an even pace.
  public static let linear = Animation(name: "linear")
  /// Beginning slowly.
  public static let easeIn = Animation(name: "easeIn")
  /// Ending slowly.
  public static let easeOut = Animation(name: "easeOut")
  /// Beginning and ending slowly.
  public static let easeInOut = Animation(name: "easeInOut")
  /// Like a spring.
  public static let spring = Animation(name: "spring")

  /// At an even pace, in so many seconds.
  public static func linear(duration: Double) -> Animation { .linear }

  /// Beginning slowly, in so many seconds.
  public static func easeIn(duration: Double) -> Animation { .easeIn }

  /// Ending slowly, in so many seconds.
  public static func easeOut(duration: Double) -> Animation { .easeOut }

  /// Beginning and ending slowly, in so many seconds.
  public static func easeInOut(duration: Double) -> Animation { .easeInOut }
}

/// How a view comes and goes; here at once.
public struct AnyTransition: Sendable {
  /// By fading.
  public static let opacity = AnyTransition()
  /// By growing.
  public static let scale = AnyTransition()
  /// From the side.
  public static let slide = AnyTransition()
  /// At once.
  public static let identity = AnyTransition()
}

/// Runs a change; on Apple's systems, its effects would be drawn over time.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result { try body() }
