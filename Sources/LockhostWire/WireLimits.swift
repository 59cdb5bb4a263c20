// SPDX-License-Identifier: MIT

/// The bounds that every message keeps, checked before anything is decoded.
///
/// They are part of the protocol: a peer that exceeds one has sent a bad message.
public enum WireLimits {
  /// The size of the fixed header, in bytes.
  public static let headerBytes = 16
  /// The largest body, in bytes: 64 KiB.
  public static let bodyBytes = 65_536
  /// The largest packet, in bytes: a header and the largest body.
  public static let packetBytes = headerBytes + bodyBytes
  /// The most descriptors that one message may carry.
  public static let descriptors = 4
  /// The deepest nesting of arrays and objects in a JSON body; `{}` has depth 1.
  public static let jsonDepth = 16
  /// The most elements of one scene update.
  public static let sceneElements = 256
  /// The most controls of a camera button's overlay.
  public static let captureControls = 4
  /// The most items of one control that is a list.
  public static let captureControlItems = 64
  /// The largest application context, in bytes of encoded JSON.
  public static let contextBytes = 4_096
  /// The most controls of one control widget.
  public static let controls = 64
  /// The longest text of a control, in bytes.
  public static let controlTextBytes = 512
  /// The most assets that one photo request may add.
  public static let assets = 16
  /// The most assets that one answer tells of.
  public static let fetchedAssets = 128
  /// The largest `userInfo` of an activity, in bytes of encoded JSON: 32 KiB.
  public static let userInfoBytes = 32_768
  /// The most nested arrays and dictionaries inside one value of `userInfo`.
  public static let propertyDepth = 6
}
