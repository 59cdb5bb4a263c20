// SPDX-License-Identifier: MIT
// Stands in for parts that land next; goes away with them.
import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostSystem

package struct ELFError: Error { let code = "" }
enum ELFClosure {
  struct R { let mounts: [GuestSpecification.Mount] };
  static func resolve(executable: String) throws(ELFError) -> R { R(mounts: []) }
}
extension Policy {
  static var capture: Policy { Policy(name: "capture") };
  static var app: Policy { Policy(name: "app") };
}
extension AppContainer {
  func sessionContent() throws(DeviceError) -> [String] { [] }
  func removeSessionContent(_ name: String) throws(DeviceError) {}
}
extension DeviceStore {
  func application(named: String?) throws(DeviceError) -> (AppBundle, BundleOrigin) {
    throw DeviceError(.applicationNotInstalled, message: "", fix: "")
  }
}
