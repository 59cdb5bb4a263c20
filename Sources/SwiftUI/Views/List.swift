// SPDX-License-Identifier: MIT

/// Views as rows.
public struct List<Content> {
  fileprivate let content: Content
}

extension List: View, PrimitiveView where Content: View {
  /// A container has no body.
  public typealias Body = Never

  /// Holds views.
  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  package func resolve(in node: ViewNode) { node.place(content, key: .index(0)) }
}

extension List {
  /// A row for each identifiable element.
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }

  /// A row for each element, identified by a member of it.
  public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, ID, RowContent> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

/// Rows that belong together, with a heading.
public struct Section<Parent, Content> {
  private let header: Parent
  private let content: Content
}

extension Section: View, PrimitiveView where Parent: View, Content: View {
  /// A section has no body.
  public typealias Body = Never

  /// Rows under a heading.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content())
  }

  package func resolve(in node: ViewNode) {
    node.place(header, key: .index(0))
    node.place(content, key: .index(1))
  }
}

extension Section where Parent == Text, Content: View {
  /// Rows under a title.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content())
  }
}

extension Section where Parent == EmptyView, Content: View {
  /// Rows without a heading.
  public init(@ViewBuilder content: () -> Content) {
    self.init(header: EmptyView(), content: content())
  }
}
