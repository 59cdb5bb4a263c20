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
      widgets.append(await ask(bundle, host))
    }
    return widgets
  }

  private static func ask(
    _ bundle: ExtensionBundle, _ host: PluginHost
  ) async
    -> StoredControls.Widget
  {
    do throws(PluginError) {
      let plugin = try host.plugin(bundle.path, for: .control)
      let widget = await ask(plugin)
      await plugin.end()
      return widget
    } catch {
      return problem(bundle.identifier, .controlsNotAsked, "\(error)")
    }
  }

  private static func ask(_ plugin: Plugin) async -> StoredControls.Widget {
    let identifier = plugin.identifier
    do throws(PluginError) {
      let body = try await plugin.ask(
        Route.controlsDescribe.rawValue, body: Array("{}".utf8), within: patience)
      do throws(WireError) {
        let list = try ControlsList(body: body)
        return StoredControls.Widget(
          identifier: identifier, controls: list.controls.map(StoredControls.Control.init))
      } catch {
        return problem(identifier, .controlsMalformed, "\(error)")
      }
    } catch {
      switch error {
      case .refused(let message), .badAnswer(let message):
        return problem(identifier, .controlsMalformed, message)
      case .timedOut: return problem(identifier, .controlsTimedOut, "\(error)")
      case .ended(let ending) where ending.code == SessionEndCode.noHello.rawValue:
        return problem(identifier, .controlsTimedOut, "\(error)")
      default: return problem(identifier, .controlsNotAsked, "\(error)")
      }
    }
  }

  private static func problem(
    _ identifier: String, _ code: DeviceError.Code, _ message: String
  ) -> StoredControls.Widget {
    StoredControls.Widget(
      identifier: identifier, controls: [],
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
