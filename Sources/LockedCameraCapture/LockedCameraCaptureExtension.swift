// SPDX-License-Identifier: MIT

@_exported public import ExtensionKit
@_exported public import Foundation
@_exported public import FoundationUserActivity
import LockhostGuest
public import SwiftUI

/// An extension that captures from the locked screen.
@MainActor
public protocol LockedCameraCaptureExtension: AppExtension {
  /// The extension's scene.
  associatedtype Body: LockedCameraCaptureExtensionScene

  /// The extension's scene.
  @MainActor var body: Body { get }
}

extension LockedCameraCaptureExtension {
  /// Shows the extension's scene.
  @MainActor public var configuration: AppExtensionSceneConfiguration {
    AppExtensionSceneConfiguration(body)
  }
}

/// A scene of an extension that captures from the locked screen.
@MainActor
public protocol LockedCameraCaptureExtensionScene: AppExtensionScene {}

/// A scene that shows views, made with the session that they capture in.
@MainActor
public struct LockedCameraCaptureUIScene<Content>: LockedCameraCaptureExtensionScene
where Content: View {
  /// The session that the scene captures in.
  @MainActor public let session: LockedCameraCaptureSession

  private let content: (LockedCameraCaptureSession) -> Content

  /// Shows the views that a closure makes for the session.
  @MainActor public init(content: @escaping (LockedCameraCaptureSession) -> Content) {
    session = LockedCameraCaptureSession(connection: .shared)
    self.content = content
  }

  /// The scene of the views.
  @MainActor @preconcurrency public var body: some AppExtensionScene {
    PrimitiveAppExtensionScene(id: "LockedCameraCaptureUIScene") { content(session) }
  }
}
