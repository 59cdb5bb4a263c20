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
    if plan.target == .extension { await handOver(judging: ending) }
    deliverContent()
    await finish()
  }

  private func handOver(judging ending: GuestEnding) async {
    await waitForLateContent()
    let isFull = faults.fault(.lowDisk) != nil
    let (folder, store, memory) = (plan.folder, plan.found.store, plan.found.memory)
    let application = plan.found.bundle.identifier
    let judge = launchJudge(ending)
    // In one go: each change of threads costs as much as the rest.
    let (judgement, delivery) = await WorkQueue.run {
      (
        judge.map { judge in Result { () throws(DeviceError) in try judge() } },
        Result { () throws(DeviceError) in
          if isFull { throw .lowDisk(at: folder.contentPath) }
          return try folder.handOver(
            to: try store.container(of: application, settings: try memory.settings(of: store)))
        }
      )
    }
    if let judgement { tell(judgement) }
    do throws(DeviceError) {
      let report = try delivery.get()
      draft.take(report)
      draft.timeline.handedOver = sinceRequest(.now)
      if report.path != nil { imports.delivered = GuestKitFactory.contentPath(of: folder.id) }
    } catch {
      // What the guest finished is still in the session's folder, and the next start tries again.
      draft.code = draft.code ?? error.code.rawValue
      draft.message = draft.message ?? error.sentence
      tell(.warning("\(error)"))
    }
  }

  /// Writes the record, which is the end, and tidies up after it; the last act.
  func finish() async {
    let record = draft
    let folder = plan.folder
    var isStored = false
    do throws(DeviceError) {
      try await WorkQueue.run(on: pen) { () throws(DeviceError) in try folder.store(record) }
      isStored = true
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
