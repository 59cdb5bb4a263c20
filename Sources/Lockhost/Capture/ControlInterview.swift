// SPDX-License-Identifier: MIT

package import LockhostDevice
import LockhostSystem
import LockhostWire

/// Asks control widgets what they offer: each is started once, asked once, and ended.
package enum ControlInterview {
  /// How long a control widget may take to answer, once its process runs.
  package static let patience = Duration.seconds(5)

  /// Asks every control widget of an app, one after the other.
  ///
  /// Nothing that one of them does is an error here: what went wrong is part of what is returned.
  package static func ask(
    _ app: AppBundle, host: PluginHost
  ) async -> [StoredControls.Widget] {
    var widgets: [StoredControls.Widget] = []
    for bundle in app.extensions where bundle.extensionPoint == ExtensionBundle.widgetPoint {
      let plugin = Plugin(bundle, of: .control, host: host)
      widgets.append(await ask(plugin))
      await plugin.end()
    }
    return widgets
  }

  private static func ask(_ plugin: Plugin) async -> StoredControls.Widget {
    do throws(PluginError) {
      let body = try await plugin.ask(
        Route.controlsDescribe.rawValue, body: Array("{}".utf8), within: patience)
      do throws(WireError) {
        let list = try ControlsList(body: body)
        return StoredControls.Widget(
          identifier: plugin.identifier, controls: list.controls.map(StoredControls.Control.init))
      } catch {
        return problem(plugin, .controlsMalformed, "\(error)")
      }
    } catch {
      switch error {
      case .refused(let message), .badAnswer(let message):
        return problem(plugin, .controlsMalformed, message)
      case .timedOut: return problem(plugin, .controlsTimedOut, "\(error)")
      case .ended(let ending) where ending.code == SessionEndCode.noHello.rawValue:
        return problem(plugin, .controlsTimedOut, "\(error)")
      default: return problem(plugin, .controlsNotAsked, "\(error)")
      }
    }
  }

  private static func problem(
    _ plugin: Plugin, _ code: DeviceError.Code, _ message: String
  ) -> StoredControls.Widget {
    StoredControls.Widget(
      identifier: plugin.identifier, controls: [],
      problem: .init(code: code.rawValue, message: message))
  }
}

extension StoredControls.Control {
  fileprivate init(_ facts: ControlFacts) {
    self.init(
      kind: facts.kind, displayName: facts.displayName, explanation: facts.explanation,
      title: facts.title, symbol: facts.symbol, picture: facts.picture, intent: facts.intent,
      isCapture: facts.isCapture, opensApplication: facts.opensApplication)
  }
}
