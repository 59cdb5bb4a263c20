// SPDX-License-Identifier: MIT

/// Something that lives exactly as long as a view is shown: how sibling modules hang things on views.
///
/// `AVKit` registers a capture-event interaction this way. Every evaluation of the view's parent
/// makes a new attachment value; `Live` is what stays.
@MainActor
package protocol ViewAttachment {
  /// What lives with the view.
  associatedtype Live: AnyObject

  /// Makes what lives; called once, after the update in which the view appeared.
  func attach() -> Live

  /// Brings what lives up to date with this newer value; not called for the one that attached.
  func update(_ live: Live)

  /// Ends what lives, because the view is gone or the scene ends.
  func detach(_ live: Live)
}

extension View {
  /// Hangs something on this view's life.
  package func attachment<A: ViewAttachment>(_ attachment: A) -> some View {
    AttachmentView(content: self, attachment: attachment)
  }
}

struct AttachmentView<Content: View, Attachment: ViewAttachment>: View, PrimitiveView {
  typealias Body = Never

  let content: Content
  let attachment: Attachment

  @MainActor
  private final class Slot {
    var attachment: Attachment
    var live: Attachment.Live?

    init(_ attachment: Attachment) { self.attachment = attachment }
  }

  func resolve(in node: ViewNode) {
    let slot = node.slot(0) { Slot(attachment) }
    slot.attachment = attachment
    if node.isNew {
      node.afterUpdate { slot.live = slot.attachment.attach() }
      node.onRemove {
        guard let live = slot.live else { return }
        slot.live = nil
        slot.attachment.detach(live)
      }
    } else {
      node.afterUpdate {
        if let live = slot.live { slot.attachment.update(live) }
      }
    }
    node.place(content, key: .index(0))
  }
}
