// SPDX-License-Identifier: MIT

public import FoundationUserActivity

/// Which views want to continue which activities.
@MainActor
final class ActivityHandlers {
  private struct Entry {
    let activityType: String
    let perform: (NSUserActivity) -> Void
  }

  private var entries: [Int: Entry] = [:]

  func set(_ number: Int, type: String, _ perform: @escaping (NSUserActivity) -> Void) {
    entries[number] = Entry(activityType: type, perform: perform)
  }

  func remove(_ number: Int) { entries[number] = nil }

  /// Hands an activity to all views that want its type.
  ///
  /// - Returns: Whether there was one.
  func perform(_ activity: NSUserActivity) -> Bool {
    let wanted = entries.filter { $0.value.activityType == activity.activityType }
    for number in wanted.keys.sorted() { wanted[number]?.perform(activity) }
    return !wanted.isEmpty
  }
}

extension View {
  /// Runs an action when the app shall continue an activity of a type.
  public func onContinueUserActivity(
    _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
  ) -> some View {
    ContinuationView(content: self, activityType: activityType, action: action)
  }
}

struct ContinuationView<Content: View>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let activityType: String
  let action: (NSUserActivity) -> Void

  func resolve(in node: ViewNode) {
    if let handlers = node.graph?.activityHandlers {
      let number = node.number
      handlers.set(number, type: activityType, action)
      if node.isNew { node.onRemove { handlers.remove(number) } }
    }
    node.place(content, key: .index(0))
  }
}
