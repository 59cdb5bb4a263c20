// SPDX-License-Identifier: MIT

import LockhostDevice

/// `quarantine list` and `lift`: the extensions that fail at their launch again and again.
enum QuarantineVerbs {
  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let now = DeviceStore.quarantineTime
    let items = store.quarantine().entries.sorted { $0.key < $1.key }.map { identifier, entry in
      QuarantineItem(identifier, entry, now: now)
    }
    context.answer(ListRecord(schema: "lockhost.quarantine/1", items: items)) {
      items.isEmpty
        ? ["no extension has failed at its launch of late"]
        : items.map { item in
          let state = item.secondsLeft.map { "for \($0) s more" } ?? "not in quarantine"
          return FailureText.printable(item.extension).column(44) + state.column(22)
            + "\(item.failures) failures, last: \(FailureText.printable(item.lastFailure))"
        }
    }
    return ExitStatus.success
  }

  static func lift(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let store = try context.openDevice()
    let wanted = context.command.operands.first
    let lifted = try context.device { () throws(DeviceError) in
      try store.updateQuarantine { quarantine -> [String] in
        let names = wanted.map { [$0] } ?? quarantine.entries.keys.sorted()
        return names.filter { quarantine.forget($0) }
      }
    }
    if let wanted, lifted.isEmpty {
      throw CommandFailure(
        code: "LH5018", "nothing is known of failures of `\(wanted)`",
        help: ["`lockhost quarantine list` lists what is"], exitStatus: ExitStatus.badData)
    }
    context.answer(ListRecord(schema: "lockhost.quarantine-lifted/1", items: lifted)) {
      lifted.isEmpty ? ["there is nothing to lift"] : lifted.map { "\($0) may start again" }
    }
    return ExitStatus.success
  }
}

/// One extension of the list.
private struct QuarantineItem: Encodable {
  let `extension`: String
  let failures: Int
  let lastFailure: String
  let secondsLeft: Int?

  init(_ identifier: String, _ entry: Quarantine.Entry, now: Int) {
    self.extension = identifier
    failures = entry.failures.count
    lastFailure = entry.lastFailure
    secondsLeft = entry.until.flatMap { $0 > now ? ($0 - now + 999) / 1000 : nil }
  }
}
