// SPDX-License-Identifier: MIT

import LockhostDevice
import LockhostSandbox
import LockhostSystem

/// Runs plug-ins of extension points of your own, each as a sandboxed process.
///
/// One for a program; it runs any number of plug-ins at once, on one event loop. The program needs
/// `lockhost-spawn` beside itself. When the host goes, so does every plug-in.
public final class PluginHost: Sendable {
  let loop: EventLoop
  let spawner: Spawner
  let assembly: GuestAssembly

  /// Makes a host.
  ///
  /// - Parameter filterCache: The path of a folder in which compiled policies are kept between runs;
  ///   nil compiles each policy once a run.
  /// - Throws: ``PluginError/system(_:)`` when the process is out of descriptors or threads.
  public convenience init(filterCache: String? = nil) throws(PluginError) {
    do throws(SystemError) {
      let loop = try EventLoop(name: "lockhost-plugins")
      self.init(
        loop: loop, spawner: try Spawner(loop: loop, spare: .kept),
        filters: try filterCache.map { (path) throws(SystemError) in try FilterCache(path: path) })
    } catch {
      throw .system("\(error)")
    }
  }

  init(loop: EventLoop, spawner: Spawner, filters: FilterCache?) {
    self.loop = loop
    self.spawner = spawner
    assembly = GuestAssembly(filters: filters, tier: nil)
  }

  /// Loads a plug-in's bundle, without starting anything.
  ///
  /// - Parameters:
  ///   - path: The path of its `.appex`: a folder with an `Info.plist` that declares the point in
  ///     `EXAppExtensionAttributes`, in a folder `PlugIns` in `NSExtension`, and the program.
  ///   - point: The kind of plug-in that it must be.
  /// - Throws: ``PluginError/notStarted(code:message:)`` with what is wrong with the bundle.
  public func plugin(_ path: String, for point: ExtensionPoint) throws(PluginError) -> Plugin {
    do throws(DeviceError) {
      return Plugin(
        try PluginBundle.load(at: path, point: point.identifier), of: point, host: self)
    } catch {
      throw .notStarted(code: error.code.rawValue, message: error.sentence)
    }
  }

  /// Ends every process at once, and waits for the spawner's end.
  public func close() async { await spawner.close() }
}

extension Optional {
  /// `map` that keeps the type of what is thrown.
  fileprivate func map<Result, Failure: Error>(
    _ body: (Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let self else { return nil }
    return try body(self)
  }
}
