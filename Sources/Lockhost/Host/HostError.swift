// SPDX-License-Identifier: MIT

package import LockhostDevice
package import LockhostSandbox
package import LockhostServices
package import LockhostSystem

/// Why a session could not be decided or started.
package enum HostError: Error, Sendable {
  /// The device's state or a bundle, with what to do about it.
  case device(DeviceError)
  /// The camera source or the photo library.
  case service(ServiceError)
  /// The policy did not become a filter.
  case filter(FilterError)
  /// The sandbox could not be made.
  case sandbox(SandboxError)
  /// The executable's libraries could not be found.
  case executable(path: String, ELFError)
  /// The kernel refused something else.
  case system(SystemError)
  /// The app's program is not there any more.
  case noApplication(path: String)
  /// The decision names something that the bundle does not have: lockhost's own mistake.
  case nothingToStart
  /// No app was named, and the sample that ships with lockhost is not where it should be.
  case noSample(path: String)

  /// The article that explains the error.
  package var code: String {
    switch self {
    case .device(let error): error.code.rawValue
    case .service(let error): error.code.name
    case .filter(let error): error.code
    case .sandbox(let error): error.code
    case .executable: "LH3011"
    case .system: "LH9001"
    case .noApplication: "LH1201"
    case .nothingToStart: "LH9003"
    case .noSample: "LH1202"
    }
  }

  /// What happened, with the case at hand.
  package var message: String {
    switch self {
    case .device(let error): "\(error)"
    case .service(let error): "\(error)"
    case .filter(let error): "\(error)"
    case .sandbox(let error): "\(error)"
    case .executable(let path, let error): "\(path) \(error)"
    case .system(let error): "\(error)"
    case .noApplication(let path): "the app's program is gone: \(path)"
    case .nothingToStart: "the decision names something that the bundle does not have"
    case .noSample(let path): "the sample app is not at \(path)"
    }
  }

  /// Whether an extension that asks for its app is to hear that there is none.
  var isMissingApplication: Bool {
    if case .noApplication = self { true } else { false }
  }
}
