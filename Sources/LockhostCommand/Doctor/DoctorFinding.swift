// SPDX-License-Identifier: MIT

/// One thing that `doctor` looked at.
struct DoctorFinding: Encodable, Sendable {
  /// How it is with it.
  enum State: String, Encodable {
    /// It is as it should be.
    case ok
    /// lockhost works without it, with less; `costs` says what.
    case limited
    /// It is not there, and something that needs it does not work.
    case missing
  }

  /// A stable name.
  let id: String
  /// What was looked at, for people.
  let title: String
  let state: State
  /// What was found.
  let detail: String
  /// What does not work, or works less well, without it.
  let costs: String?
  /// How to get it.
  let fix: String?

  static func ok(_ id: String, _ title: String, _ detail: String) -> DoctorFinding {
    DoctorFinding(id: id, title: title, state: .ok, detail: detail, costs: nil, fix: nil)
  }

  static func limited(
    _ id: String, _ title: String, _ detail: String, costs: String, fix: String?
  ) -> DoctorFinding {
    DoctorFinding(id: id, title: title, state: .limited, detail: detail, costs: costs, fix: fix)
  }

  static func missing(
    _ id: String, _ title: String, _ detail: String, costs: String, fix: String?
  ) -> DoctorFinding {
    DoctorFinding(id: id, title: title, state: .missing, detail: detail, costs: costs, fix: fix)
  }
}
