// SPDX-License-Identifier: MIT

import Dispatch
package import LockhostDevice
import LockhostSandbox
import LockhostServices
import LockhostSystem

/// The end of a session, from the word that ends it to its record.
extension Session {
  /// Does what the record needs and the end of the guest does not change, while the guest goes on.
  func readyRecord() {
    if let times = guest?.assumeIsolated({ $0.process?.times }) { fill(times.durations) }
    let folder = plan.folder
    pen.async { folder.readyRecord() }
  }

  /// The guest is dead: hands over, records, and lets everybody know; in this order, always.
  func close(_ ending: GuestEnding) async {
    fill(from: ending)
    nameMisuse(ending)
    await reportCrash(ending)
    var stored: ExitRecord?
    if plan.target == .extension { stored = await handOver(judging: ending) }
    deliverContent()
    await finish(stored)
  }

  /// What came of handing over, and the record where it was stored in the same go.
  private struct HandedOver: Sendable {
    var judgement: Result<Int?, DeviceError>?
    var delivery: Result<HandOverReport, DeviceError>
    var stored: ExitRecord?
  }

  /// - Returns: The record, if it is stored already and nothing was to be added to it.
  private func handOver(judging ending: GuestEnding) async -> ExitRecord? {
    await waitForLateContent()
    let isFull = faults.fault(.lowDisk) != nil
    let (folder, store, memory) = (plan.folder, plan.found.store, plan.found.memory)
    let (application, requested) = (plan.found.bundle.identifier, plan.requested)
    let judge = launchJudge(ending)
    // A running app hears of the content before the record is there.
    let (before, mayStore) = (draft, app == nil)
    // In one go: each change of threads costs as much as the rest.
    let done = await WorkQueue.run(on: pen) {
      let judgement = judge.map { judge in Result { () throws(DeviceError) in try judge() } }
      let delivery = Result { () throws(DeviceError) in
        if isFull { throw .lowDisk(at: folder.contentPath) }
        return try folder.handOver(
          to: try store.container(of: application, settings: try memory.settings(of: store)))
      }
      var done = HandedOver(judgement: judgement, delivery: delivery)
      // Where nothing went wrong there is nothing to be told first.
      let isQuiet =
        switch judgement {
        case nil, .success(nil): true
        default: false
        }
      if mayStore, isQuiet, case .success(let report) = delivery {
        var record = before
        record.take(report)
        record.timeline.handedOver = requested.microseconds(to: .now)
        // A failure is one again, and is told then.
        if (try? folder.store(record)) != nil { done.stored = record }
      }
      return done
    }
    if let judgement = done.judgement { tell(judgement) }
    do throws(DeviceError) {
      let report = try done.delivery.get()
      if report.path != nil { imports.delivered = GuestKitFactory.contentPath(of: folder.id) }
      if let stored = done.stored, draft == before {
        draft = stored
        return stored
      }
      draft.take(report)
      draft.timeline.handedOver = sinceRequest(.now)
    } catch {
      // What the guest finished is still in the session's folder, and the next start tries again.
      draft.code = draft.code ?? error.code.rawValue
      draft.message = draft.message ?? error.sentence
      tell(.warning("\(error)"))
    }
    return nil
  }

  /// Writes the record, which is the end, and tidies up after it; the last act.
  ///
  /// - Parameter stored: The record, where it was written when the content was handed over.
  func finish(_ stored: ExitRecord? = nil) async {
    let record = stored ?? draft
    let folder = plan.folder
    var isStored = stored != nil
    do throws(DeviceError) {
      if !isStored {
        try await WorkQueue.run(on: pen) { () throws(DeviceError) in try folder.store(record) }
        isStored = true
      }
    } catch {
      tell(.warning("the record could not be stored: \(error)"))
    }
    self.record = record
    waiters.check(holds)
    waiters.end(record.ending)
    await control?.close()
    do throws(DeviceError) {
      // What is known without the record is in the draft, for the next start.
      if isStored {
        try await WorkQueue.run(on: pen) { () throws(DeviceError) in try folder.tidy() }
      }
    } catch {
      // The marker is still there, and leads the next start to it.
      tell(.warning("\(error)"))
    }
    isTidy = true
    conclude()
  }

  /// Everything is over, the opened app included.
  func conclude() {
    guard let record, isTidy, app == nil else { return }
    settingsWatch?.cancel()
    notify.finish()
    for outcome in outcomes { outcome.resume(returning: record) }
    outcomes = []
  }

  /// Waits for the very end: tree dead, container gone, content handed over, record written, all tidied
  /// up, and an app that the extension opened gone as well.
  ///
  /// The record itself is there as soon as ``SessionCondition/ended`` holds.
  package func finalRecord() async -> ExitRecord {
    if let record, isTidy, app == nil { return record }
    return await withCheckedContinuation { outcomes.append($0) }
  }
}
