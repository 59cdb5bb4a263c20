// SPDX-License-Identifier: MIT

/// What a control widget offers; the reply to ``Route/controlsDescribe``.
public struct ControlsList: JSONBody, Hashable {
  /// The controls, in the order of the bundle; at most ``WireLimits/controls``.
  public let controls: [ControlFacts]

  /// Makes the value from its fields.
  public init(controls: [ControlFacts]) {
    self.controls = controls
  }

  /// Checks the number of controls and the length of their texts.
  public func validate() throws(WireError) {
    guard controls.count <= WireLimits.controls else {
      throw .value(
        field: "controls", reason: "\(controls.count) controls, and \(WireLimits.controls) may be")
    }
    for control in controls { try control.validate() }
  }
}

/// One control, as its process describes it.
public struct ControlFacts: Codable, Hashable, Sendable {
  /// The kind, which stays the same between versions.
  public let kind: String
  /// The name for people; empty when its author gave none.
  public let displayName: String
  /// What the control does, for people; empty when its author did not say.
  public let explanation: String
  /// The text of its label.
  public let title: String
  /// The name of the symbol that it shows, if it shows one.
  public let symbol: String?
  /// The name of the picture that it shows in place of a symbol.
  public let picture: String?
  /// The type name of the intent behind it; nil for a control that does nothing.
  public let intent: String?
  /// Whether that intent is a camera capture intent.
  public let isCapture: Bool
  /// Whether that intent opens the app.
  public let opensApplication: Bool

  /// Makes the value from its fields.
  public init(
    kind: String, displayName: String, explanation: String, title: String, symbol: String?,
    picture: String?, intent: String?, isCapture: Bool, opensApplication: Bool
  ) {
    self.kind = kind
    self.displayName = displayName
    self.explanation = explanation
    self.title = title
    self.symbol = symbol
    self.picture = picture
    self.intent = intent
    self.isCapture = isCapture
    self.opensApplication = opensApplication
  }

  /// Checks the length of each text.
  func validate() throws(WireError) {
    let texts = [
      ("kind", kind), ("displayName", displayName), ("explanation", explanation),
      ("title", title), ("symbol", symbol ?? ""), ("picture", picture ?? ""),
      ("intent", intent ?? ""),
    ]
    for (field, text) in texts where text.utf8.count > WireLimits.controlTextBytes {
      throw .value(field: field, reason: "longer than \(WireLimits.controlTextBytes) bytes")
    }
    guard !kind.isEmpty else { throw .value(field: "kind", reason: "empty") }
  }
}
