// SPDX-License-Identifier: MIT

import Glibc
import LockhostDevice
import LockhostSandbox
import LockhostSystem
import LockhostWire

/// What a session does about a guest that failed: the report of a crash, and the quarantine.
extension Session {
  /// Keeps the last lines of a guest, for the report of its crash.
  func keepLine(_ line: String, isError: Bool) {
    lastLines.append((isError ? "! " : "  ") + line)
    if lastLines.count > CrashReport.lines { lastLines.removeFirst() }
    if isError, let exception = ExitRecord.Exception(line: line) { lastException = exception }
  }

  /// Says of a guest that misused the SDK what it did, rather than that it got a signal.
  func nameMisuse(_ ending: GuestEnding) {
    // SIGABRT: nothing else is what an exception ends in.
    guard case .crashed(signal: 6) = ending.cause, let exception = lastException else { return }
    draft.exception = exception
    draft.code = SessionEndCode.misuse.rawValue
    draft.message = "\(exception.name): \(exception.reason)"
  }

  /// Writes the report of a crash, if it was one.
  func reportCrash(_ ending: GuestEnding) async {
    guard case .crashed(let signal) = ending.cause else { return }
    var report = CrashReport(
      session: identifier,
      program: draft.extension ?? plan.found.bundle.identifier, signal: Int(signal))
    report.signalName = SignalName.of(signal)
    report.lastLines = lastLines
    if let crash = ending.crash {
      report.take(crash)
    } else {
      report.note =
        "the guest told nothing of its crash: it was killed, handles the signal itself, or was not "
        + "built with the SDK"
    }
    let folder = plan.folder
    do throws(DeviceError) {
      let path = try await WorkQueue.run { [report] () throws(DeviceError) in
        try folder.keep(report)
      }
      draft.crashReport = path
      if let top = report.frames.first(where: { $0.source != nil }) ?? report.frames.first {
        let place = [top.function, top.source].compactMap(\.self).joined(separator: " at ")
        tell(.event("crash report: \(path), in \(place.isEmpty ? top.address : place)"))
      }
    } catch {
      tell(.warning("\(error)"))
    }
  }

  /// What counts a launch that failed before the extension was ready, or forgets earlier ones; it
  /// blocks, and says for how many milliseconds the extension is not started any more.
  ///
  /// - Returns: Nil when the end says nothing about the launch.
  func launchJudge(
    _ ending: GuestEnding
  ) -> (@Sendable () throws(DeviceError) -> Int?)? {
    guard let bundle = plan.found.bundle.captureExtension else { return nil }
    let store = plan.found.store
    let (identifier, cause) = (bundle.identifier, ending.cause)
    let now = DeviceStore.quarantineTime
    let wasReady = isReady && faults.fault(.falseAlarm) == nil
    guard wasReady || cause.isFailedLaunch else { return nil }
    return { () throws(DeviceError) in
      // Without a word to the disk in the ordinary case.
      if wasReady, store.quarantine().entries[identifier] == nil { return nil }
      return try store.updateQuarantine { quarantine -> Int? in
        if wasReady {
          quarantine.forget(identifier)
          return nil
        }
        return quarantine.fail(
          identifier, program: bundle.build, because: cause.message ?? cause.reason.rawValue,
          at: now
        ).map { $0 - now }
      }
    }
  }

  /// Tells what was judged of the launch.
  func tell(_ judgement: Result<Int?, DeviceError>) {
    switch judgement {
    case .success(nil): break
    case .success(let milliseconds?):
      let identifier = plan.found.bundle.captureExtension?.identifier ?? ""
      tell(
        .warning(
          "\(identifier) has failed again and again, and is not started for the next "
            + "\(milliseconds / 1000) s; `lockhost quarantine lift \(identifier)` lifts that"))
    case .failure(let error): tell(.warning("\(error)"))
    }
  }
}

extension EndCause {
  /// Whether a guest that ended so before it was ready has failed, rather than been ended.
  var isFailedLaunch: Bool {
    switch self {
    case .crashed, .watchdog, .attack, .filterKill, .refusalFlood, .protocolBreach, .limit: true
    case .exited(let code): code != 0
    case .dismissed, .idle, .openedApp, .interrupted, .killed, .permissionRevoked, .hostError: false
    }
  }
}

extension CrashReport {
  /// Takes what the guest told, and what was found in the copy of its stack.
  mutating func take(_ crash: CrashFinding) {
    signalCode = Int(Int32(bitPattern: crash.told.code))
    // A signal that was sent has its sender there instead.
    let faults = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]
    if faults.contains(Int32(truncatingIfNeeded: signal)) {
      faultAddress = Self.hexadecimal(crash.told.address)
    }
    thread = Int(crash.told.thread)
    for (name, value) in zip(GuestCrash.registerNames, crash.told.registers) {
      registers[name] = Self.hexadecimal(value)
    }
    frames = crash.frames.map { frame in
      Frame(
        address: Self.hexadecimal(frame.address), image: frame.image,
        offset: Self.hexadecimal(frame.offset), function: frame.function, source: frame.source)
    }
    if frames.isEmpty { note = "its stack could not be copied" }
  }

  private static func hexadecimal(_ value: UInt64) -> String { "0x" + String(value, radix: 16) }
}
