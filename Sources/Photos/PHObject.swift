// SPDX-License-Identifier: MIT

public import Foundation
import Synchronization

/// Something in the photo library.
public class PHObject: NSObject, @unchecked Sendable {
  // Unchecked because NSObject is not Sendable; what can change is in a mutex.

  private let identifier: Mutex<String>

  init(localIdentifier: String) { identifier = Mutex(localIdentifier) }

  /// Identifies the object on this device.
  public var localIdentifier: String { identifier.withLock { $0 } }

  func settle(on localIdentifier: String) { identifier.withLock { $0 = localIdentifier } }
}

/// Stands for something that a change is going to make.
///
/// The library chooses the asset's identifier when the change is made: read `localIdentifier` after the
/// change has succeeded. Inside the change block it is one that no asset has.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {
  // Unchecked because its superclass is; there is nothing else stored.

  init() { super.init(localIdentifier: "\(UUID().uuidString)/L0/001") }
}
