// SPDX-License-Identifier: MIT

import CoreVideo

/// What attachments can be set on: a `CMSampleBuffer` or a `CVBuffer`.
public typealias CMAttachmentBearer = AnyObject

/// Whether an attachment goes with copies of its bearer.
public typealias CMAttachmentMode = UInt32

/// The attachment stays with its bearer.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment goes with copies of its bearer.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// The attachment of a dropped frame that says why it was dropped.
///
/// Its value is one of `kCMSampleBufferDroppedFrameReason_…`. These keys and values are `String`s
/// here, `CFString`s on iOS.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason = "DroppedFrameReason"
/// The program was still busy with an earlier frame.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate = "FrameWasLate"
/// The program holds all frames there are.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers = "OutOfBuffers"
/// Frames were lost for another reason.
public let kCMSampleBufferDroppedFrameReason_Discontinuity = "Discontinuity"

/// An attachment's value, `nil` when there is none or the object takes none.
///
/// - Parameter attachmentModeOut: Receives whether the attachment propagates; may be `nil`.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: String,
  attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> Any? {
  let value: (any Sendable)? =
    switch target {
    case let sample as CMSampleBuffer: sample[attachment: key]
    case let buffer as CVBuffer: buffer[attachment: key]
    default: nil
    }
  if value != nil, let attachmentModeOut = unsafe attachmentModeOut {
    unsafe attachmentModeOut.pointee = kCMAttachmentMode_ShouldPropagate
  }
  return value
}
