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
    let items = records.map { ShownPhoto(record: $0) }
    context.answer(ListRecord(schema: "lockhost.photos/1", items: items)) {
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
    context.answer(ShownPhoto(record: record, schema: "lockhost.photo/1")) {
      [
        ("identifier", record.identifier), ("file", FailureText.printable(record.path)),
        ("type", record.type), ("size", "\(record.width)x\(record.height)"),
        ("bytes", "\(record.bytes)"),
        ("created", ShownPhoto.time(record.created)),
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

/// A photo as `--json` has it: the record, with its time also as people read it.
private struct ShownPhoto: Encodable {
  private enum Key: CodingKey { case schema, createdAt }

  /// The years that a time is written in; a guest may say any.
  private static let years = -62_135_596_800.0...253_402_300_799

  let record: PhotoRecord
  /// What it is, where it is not one of a list.
  var schema: String?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(schema, forKey: .schema)
    try container.encode(Self.time(record.created), forKey: .createdAt)
    try record.encode(to: encoder)
  }

  /// The time in the form that sessions' records have: `2026-05-18T10:15:30.123Z`.
  static func time(_ secondsSince1970: Double) -> String {
    let seconds = min(max(secondsSince1970, years.lowerBound), years.upperBound)
    return StoredTime.record(Date(timeIntervalSince1970: seconds))
  }
}
