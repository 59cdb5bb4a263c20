// SPDX-License-Identifier: MIT

extension SandboxError {
  /// The number of the article about this error: `LH3…`.
  public var code: String {
    switch self {
    case .tierUnavailable: "LH3001"
    case .launch, .diedDuringSetUp: "LH3002"
    case .spawnerUnavailable: "LH3003"
    case .spawnerDied: "LH3004"
    case .timedOut: "LH3005"
    case .invalidSpecification: "LH3006"
    case .unreadable: "LH3007"
    case .unwritable: "LH3022"
    case .unshowable: "LH3023"
    case .notProgram: "LH5011"
    case .filter(let error): error.code
    case .cancelled: "LH2005"
    case .system: "LH3010"
    }
  }
}

extension FilterError {
  /// The number of the article about this error: `LH3…`.
  public var code: String {
    switch self {
    case .policy: "LH3008"
    case .floor: "LH3020"
    case .compiler, .disagreement: "LH3009"
    }
  }
}
