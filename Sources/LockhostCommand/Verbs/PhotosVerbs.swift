// SPDX-License-Identifier: MIT

import Foundation
import LockhostDevice
import LockhostServices
import LockhostSystem

/// `photos list`, `photos show`, `photos export` and `photos clear`.
enum PhotosVerbs {
  static func list(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let library = try open(context)
    let records = try context.service { () throws(ServiceError) in try library.records() }
    context.answer(ListRecord(schema: "lockhost.photos/1", items: records)) {
      records.isEmpty
        ? ["no photo yet"]
        : records.map { record in
          let size = "\(record.width)x\(record.height)"
          return record.identifier.column(46) + size.column(12)
            + ByteCount(record.bytes).description.column(10)
            + FailureText.printable(record.path)
        }
    }
    return ExitStatus.success
  }

  static func show(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let library = try open(context)
    let identifier = context.command.operands.first ?? ""
    let record = try context.service { () throws(ServiceError) in
      try library.record(identifier)
    }
    context.answer(ShownPhoto(record: record)) {
      [
        ("identifier", record.identifier), ("file", FailureText.printable(record.path)),
        ("type", record.type), ("size", "\(record.width)x\(record.height)"),
        ("bytes", "\(record.bytes)"),
        ("created", PhotoTime(secondsSince1970: record.created).text),
        ("session", record.session),
        ("name", FailureText.printable(record.originalFilename ?? "none")),
      ].map { $0.0.column(12) + $0.1 }
    }
    return ExitStatus.success
  }

  static func clear(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let library = try open(context)
    let identifiers = context.command.operands
    let removed: [String] = try context.service { () throws(ServiceError) in
      var records: [PhotoRecord] = identifiers.isEmpty ? try library.records() : []
      for identifier in identifiers { records.append(try library.record(identifier)) }
      try library.remove(records)
      return records.map(\.identifier)
    }
    context.answer(ListRecord(schema: "lockhost.removed/1", items: removed)) {
      ["removed \(removed.count)"]
    }
    return ExitStatus.success
  }

  static func export(_ context: CommandContext) async throws(CommandFailure) -> Int32 {
    let library = try open(context)
    let folder = BuildVerb.absolute(context.command.value("output") ?? ".")
    if PathFacts(folder) == nil {
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(
          code: "LH5008", "\(folder) cannot be made: \(error.localizedDescription)",
          exitStatus: ExitStatus.badData)
      }
    }
    let identifiers = context.command.operands
    let records: [PhotoRecord] = try context.service { () throws(ServiceError) in
      guard !identifiers.isEmpty else { return try library.records() }
      var records: [PhotoRecord] = []
      for identifier in identifiers { records.append(try library.record(identifier)) }
      return records
    }
    var paths: [String] = []
    for record in records {
      let path = try context.service { () throws(ServiceError) in
        try library.export(record, to: folder)
      }
      if !context.terminal.style.isJSON { context.terminal.data(path) }
      paths.append(path)
    }
    if context.terminal.style.isJSON {
      context.terminal.data(
        JSONLine.encode(ListRecord(schema: "lockhost.exported/1", items: paths)))
    }
    return ExitStatus.success
  }

  private static func open(_ context: CommandContext) throws(CommandFailure) -> PhotoLibrary {
    let store = try context.openDevice()
    return try context.service { () throws(ServiceError) in
      try PhotoLibrary(path: store.photosPath)
    }
  }
}

/// What `photos show --json` answers: the record, with what it is.
private struct ShownPhoto: Encodable {
  private enum Key: CodingKey { case schema }

  let record: PhotoRecord

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("lockhost.photo/1", forKey: .schema)
    try record.encode(to: encoder)
  }
}
