// SPDX-License-Identifier: MIT

/// Something that a module of the SDK wants done when an app starts which contains that module.
///
/// The module that has the app's `main` does not know the others; it finds them by name.
package protocol LaunchHook {
  /// Called once, on the main thread, when the connection stands.
  static func install(on connection: GuestConnection)
}

/// The hooks of the SDK's modules, as far as they are in this program.
package enum LaunchHooks {
  /// The mangled names of the types that are hooks.
  private static let names = ["10AppIntents15IntentPerformerO"]

  /// Calls every hook that is there.
  package static func run(on connection: GuestConnection) {
    for name in names {
      if let hook = _typeByName(name) as? any LaunchHook.Type { hook.install(on: connection) }
    }
  }
}
