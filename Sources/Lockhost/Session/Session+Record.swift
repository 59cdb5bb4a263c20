// SPDX-License-Identifier: MIT

import FoundationEssentials
import LockhostDevice
import LockhostPolicy
import LockhostSandbox
import LockhostServices
import LockhostSystem
import LockhostWire

/// What a session writes into its record.
extension Session {
  /// Takes what is known of a guest that has ended.
  func fill(from ending: GuestEnding) {
    let cause = ending.cause
    draft.reason = cause.reason
    draft.code = cause.code
    draft.message = cause.message
    draft.missing = cause.missing.map(\.id.rawValue)
    if case .exited(let code) = cause { draft.exitStatus = Int(code) }
    draft.signal = cause.signal.map(Int.init)
    draft.signalName = cause.signal.flatMap(SignalName.of)
    draft.violations = ending.violations.map { violation in
      ExitRecord.Violation(
        violation, first: sinceRequest(violation.firstSeen), last: sinceRequest(violation.lastSeen))
    }
    if ending.unlistedViolations > 0 {
      tell(
        .warning(
          "\(ending.unlistedViolations) more refused calls are not listed: there were too many different "
            + "ones"))
    }
    for what in ending.ignoredMessages { tell(.event(what)) }
    if draft.steps.isEmpty { fill(ending.steps) }
    draft.captureEvents = handledEvents.summary
    fill(ending.moments, met: ending.met)
    // The container was a file system of the guest's mount namespace, which went with its last
    // process, or in tier floor a folder that was looked for after its removal; an app's container
    // lasts.
    if plan.target == .extension {
      let isFolder = draft.tier == SandboxTier.floor.rawValue
      draft.container.wiped = ending.exit?.container.map { $0.leftovers == 0 } ?? !isFolder
      if !draft.container.wiped {
        tell(
          .warning("the container could not be removed whole (LH3021); the next start tries again"))
      }
      draft.container.files = ending.exit?.container?.files
      draft.container.bytes = ending.exit?.container?.bytes
      draft.timeline.wiped = draft.timeline.dead
    }
    draft.resources.peakBytes = ending.peakBytes
    draft.resources.peakProcesses = ending.exit?.group?.peakProcesses
    draft.resources.cgroup = ending.exit?.group.map { $0.controllers.sorted().map(\.rawValue) }
    if let resources = ending.exit?.resources {
      draft.resources.maxResidentBytes = resources.maximumResidentBytes
      draft.resources.userMicroseconds = resources.userMicroseconds
      draft.resources.systemMicroseconds = resources.systemMicroseconds
    }
  }

  /// Takes what the launch consisted of.
  func fill(_ steps: [(step: LaunchStep, duration: Duration)]) {
    draft.steps = steps.map { step in
      ExitRecord.Step(
        step: String(describing: step.step), microseconds: Int(step.duration.wholeMicroseconds))
    }
  }

  private func fill(_ moments: GuestMoments, met: [Requirement.ID: MonotonicInstant]) {
    draft.timeline.spawned = sinceRequest(moments.spawned)
    draft.timeline.executed = sinceRequest(moments.executed)
    draft.timeline.connected = sinceRequest(moments.connected)
    draft.timeline.presented = sinceRequest(moments.presented)
    draft.timeline.cameraStarted = sinceRequest(met[CameraHandler.requirement.id])
    draft.timeline.handlerRegistered = sinceRequest(met[CaptureEventsHandler.requirement.id])
    draft.timeline.ready = sinceRequest(moments.ready)
    draft.timeline.firstFrame = sinceRequest(moments.firstFrame)
    draft.timeline.ended = sinceRequest(moments.ended)
    draft.timeline.dead = sinceRequest(moments.dead)
  }

  /// Notes a photo that is in the library now.
  func note(_ photo: PhotoRecord) {
    draft.photos.append(
      ExitRecord.Photo(
        identifier: photo.identifier, path: photo.path, bytes: photo.bytes, type: photo.type))
    tell(.event("photo added: \(photo.path)"))
    keepDraft()
  }

  /// Keeps what is known so far, for the record that the next start writes if this host dies.
  func keepDraft() {
    let (folder, draft) = (plan.folder, draft)
    Task {
      do throws(DeviceError) {
        try await WorkQueue.run(on: pen) { () throws(DeviceError) in try folder.note(draft) }
      } catch {
        tell(.warning("\(error)"))
      }
    }
  }
}

extension ExitRecord.Violation {
  init(_ violation: Violation, first: Int?, last: Int?) {
    self.init(
      syscall: violation.syscall, arguments: violation.arguments,
      action: violation.recordedAction, rule: violation.rule, count: violation.count,
      source: violation.source, convention: violation.convention, thread: violation.thread,
      first: first, last: last)
  }
}

extension ExitRecord.Activity {
  init(_ activity: ActivityMessage, outcome: String) {
    self.init(
      activityType: activity.activityType, title: activity.title,
      userInfo: activity.userInfo?.mapValues(JSONValue.init), outcome: outcome)
  }
}

extension JSONValue {
  /// A property list value as people read it in a record: dates as seconds, data as its base64.
  init(_ value: PropertyValue) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .integer(Int(number))
    case .double(let number): self = .number(number)
    case .boolean(let flag): self = .bool(flag)
    case .date(let seconds): self = .number(seconds)
    case .data(let bytes): self = .string(Data(bytes).base64EncodedString())
    case .array(let values): self = .array(values.map(JSONValue.init))
    case .dictionary(let values): self = .object(values.mapValues(JSONValue.init))
    }
  }
}

extension OpenApplicationService.Outcome {
  /// How the record says it.
  var recordName: String {
    switch self {
    case .opened: "opened"
    case .authenticationFailed: "authentication-failed"
    case .applicationNotFound: "application-not-found"
    case .superseded: "superseded"
    case .failed: "failed"
    }
  }
}
