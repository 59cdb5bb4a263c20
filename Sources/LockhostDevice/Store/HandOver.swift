// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// One hand-over of a session's content to its app.
struct HandOver {
  let session: SessionFolder
  let container: AppContainer

  func run() throws(DeviceError) -> HandOverReport {
    do {
      guard try session.directory.contains(StoredName.content) else { return HandOverReport() }
      let content = try session.openContent()
      let sifting = try DirectoryTree.sift(
        content,
        ownership: .init(
          expected: session.userIdentifier ?? content.facts().user,
          new: container.userIdentifier))
      var report = Self.report(sifting)
      guard sifting.remaining == 0 else {
        throw DeviceError(
          .handOverFailed, path: session.contentPath,
          message: "\(sifting.remaining) entries that may not arrive could not be removed",
          fix: "see what holds them (a mount, an attribute); the next launch tries again")
      }
      // The empty folder goes when the session is tidied up.
      guard sifting.files + sifting.directories > 0 else { return report }
      try DirectoryTree.synchronize(content, sifting)
      report.path = try move()
      return report
    } catch let error as DeviceError {
      throw error
    } catch let error as SystemError {
      if [ENOSPC, EDQUOT].contains(error.code) {
        throw .store(error, path: session.contentPath, doing: "hand the session content over")
      }
      throw DeviceError(
        .handOverFailed, path: session.contentPath,
        message: "the session content could not be handed over and is kept here",
        fix: "see the cause; the next launch tries again", cause: error)
    } catch {
      throw DeviceError(
        .handOverFailed, path: session.contentPath, message: "unexpected: \(error)",
        fix: "report this as a bug in lockhost")
    }
  }

  /// Renames the content folder into the app's container.
  ///
  /// - Returns: Its path there.
  private func move() throws(SystemError) -> String {
    let target = try sessionContent()
    // A session's name is its own; only an app that wants to be in the way has made one like it.
    for attempt in 0..<100 {
      let text = attempt == 0 ? session.id : "\(session.id)-\(attempt)"
      guard let name = FileName(text) else { break }
      do {
        try session.directory.move(StoredName.content, to: target, as: name, replacing: false)
      } catch let error where error.code == EEXIST || error.code == ENOTEMPTY {
        continue
      }
      try target.synchronize()
      try session.directory.synchronize()
      return "\(container.path)/\(AppContainer.sessionContentName)/\(text)"
    }
    throw SystemError(call: "renameat2(2)", code: EEXIST)
  }

  /// Opens the folder for session content in the app's container.
  ///
  /// The app may have put anything in its place. What is no directory is set aside, not followed.
  private func sessionContent() throws(SystemError) -> Directory {
    let name = FileName(literal: "SessionContent")
    if try container.directory.contains(name),
      try container.directory.facts(of: name).kind != .directory
    {
      let aside = FileName(literal: "SessionContent.not-a-folder")
      try container.directory.move(name, to: container.directory, as: aside, replacing: true)
    }
    let target = try container.directory.directory(name, creating: 0o700)
    let facts = try target.facts()
    if let user = container.userIdentifier, facts.user != user { try target.give(to: user) }
    return target
  }

  private static func report(_ sifting: DirectoryTree.Sifting) -> HandOverReport {
    var report = HandOverReport()
    report.files = sifting.files
    report.bytes = sifting.bytes
    report.refusedCount = sifting.refusedCount
    report.refused = sifting.refused.prefix(HandOverReport.namedRefusals).map { entry in
      RefusedEntry(
        name: FileName.escape(entry.path), kind: entry.kind.rawValue,
        reason: sentence(entry.refusal))
    }
    return report
  }

  private static func sentence(_ refusal: DirectoryTree.Sifting.Refusal) -> String {
    switch refusal {
    case .kind: "only plain files and folders are handed over"
    case .linkedElsewhere: "the file has another name outside of the session folder"
    case .owner(let user): "it belongs to another user (\(user))"
    case .mount: "something is mounted there"
    case .entryLimit: "there are too many entries"
    case .byteLimit: "there are too many bytes"
    case .depthLimit: "it lies too deep"
    case .system(let error): error.description
    }
  }
}
