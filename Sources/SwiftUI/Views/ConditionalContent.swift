// SPDX-License-Identifier: MIT

/// One of two views; changing sides ends the one and starts the other.
public struct _ConditionalContent<TrueContent, FalseContent> {
  enum Branch {
    case first(TrueContent)
    case second(FalseContent)
  }

  let branch: Branch
}

extension _ConditionalContent: View, PrimitiveView where TrueContent: View, FalseContent: View {
  /// A condition has no body.
  public typealias Body = Never

  package func resolve(in node: ViewNode) {
    switch branch {
    case .first(let view): node.place(view, key: .index(0))
    case .second(let view): node.place(view, key: .index(1))
    }
  }
}

extension Optional: View where Wrapped: View {
  /// An optional view has no body.
  public typealias Body = Never
}

extension Optional: PrimitiveView where Wrapped: View {
  package func resolve(in node: ViewNode) {
    if let self { node.place(self, key: .index(0)) }
  }
}
