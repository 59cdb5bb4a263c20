// SPDX-License-Identifier: MIT

import CLinux
import Glibc

/// One run of a sifting.
///
/// Walks with an explicit stack that is never deeper than the depth limit; a directory below it is
/// removed whole. Files with several names are counted in the first walk; if one of them turns out
/// to have a name outside of the tree, a second walk takes its names out.
final class SiftWorker {
  /// How many files with several names are followed; further ones are refused.
  private static let followedFiles = 65_536

  /// One directory on the way from the top.
  private struct Frame {
    let directory: Directory
    let entries: DirectoryEntries
    let pathLength: Int
  }

  /// A file with several names.
  private struct Linked {
    let links: Int
    var found: Int
  }

  private let ownership: DirectoryTree.Ownership
  private let limits: DirectoryTree.SiftLimits
  private var result = DirectoryTree.Sifting()
  private var linked: [FileIdentity: Linked] = [:]
  private var path: [UInt8] = []

  init(ownership: DirectoryTree.Ownership, limits: DirectoryTree.SiftLimits) {
    self.ownership = ownership
    self.limits = limits
  }

  func run(_ top: Directory) throws(SystemError) -> DirectoryTree.Sifting {
    try walk(top) { (name, directory, depth) in self.visit(name, in: directory, depth: depth) }
    if !linked.isEmpty {
      try walk(top) { (name, directory, _) in self.revisit(name, in: directory) }
    }
    try settle(top.descriptor, facts: top.facts(), minimum: 0o700)
    return result
  }

  /// Calls the body for each entry of the tree; it answers with a directory to go into.
  private func walk(
    _ top: Directory, _ body: (FileName, Directory, Int) -> Directory?
  ) throws(SystemError) {
    path = []
    var stack = [Frame(directory: top, entries: try DirectoryEntries(top), pathLength: 0)]
    while let frame = stack.last {
      path.removeLast(path.count - frame.pathLength)
      let next: FileName?
      do {
        next = try frame.entries.next()
      } catch let error where stack.count > 1 {
        refuse(.directory, .system(error))
        next = nil
      }
      guard let name = next else {
        stack.removeLast()
        continue
      }
      if !path.isEmpty { path.append(0x2F) }
      path += name.bytes
      guard let inner = body(name, frame.directory, stack.count - 1) else { continue }
      do {
        let entries = try DirectoryEntries(inner)
        stack.append(Frame(directory: inner, entries: entries, pathLength: path.count))
      } catch {
        refuse(.directory, .system(error))
      }
    }
  }

  /// Keeps or removes one entry.
  ///
  /// - Returns: The directory to go into, if it is one that is kept.
  private func visit(_ name: FileName, in directory: Directory, depth: Int) -> Directory? {
    var kind = FileFacts.Kind.unknown
    do throws(SystemError) {
      let held = try directory.hold(name)
      let facts = try FileFacts(of: held)
      kind = facts.kind
      if let refusal = refusal(of: facts, depth: depth) {
        refuse(kind, refusal)
        remove(name, in: directory, expecting: facts.identity)
        return nil
      }
      if kind == .directory {
        try settle(held, facts: facts, minimum: 0o700)
        let inner = try directory.directory(name)
        guard try inner.facts().identity == facts.identity else {
          throw SystemError(call: "openat2(2)", code: ESTALE)
        }
        result.directories += 1
        return inner
      }
      // A file with other names is left alone until it is known that all of them are in the tree.
      if facts.links > 1 {
        linked[facts.identity, default: Linked(links: facts.links, found: 0)].found += 1
      } else {
        try settle(held, facts: facts, minimum: 0o600)
      }
      result.files += 1
      result.bytes += facts.size
    } catch let error where error.code == ENOENT {
      return nil
    } catch let error where error.code == EXDEV {
      refuse(kind, .mount)
      result.remaining += 1
    } catch {
      refuse(kind, .system(error))
      remove(name, in: directory, expecting: nil)
    }
    return nil
  }

  /// Why an entry may not be kept, if it may not.
  private func refusal(of facts: FileFacts, depth: Int) -> DirectoryTree.Sifting.Refusal? {
    guard facts.kind == .file || facts.kind == .directory else { return .kind }
    // A run that was interrupted may have given some of the entries to the new owner already.
    guard facts.user == ownership.expected || facts.user == ownership.new else {
      return .owner(facts.user)
    }
    guard result.files + result.directories < limits.entries else { return .entryLimit }
    if facts.kind == .directory { return depth < limits.depth ? nil : .depthLimit }
    guard facts.size <= limits.bytes - result.bytes else { return .byteLimit }
    if facts.links > 1, linked[facts.identity] == nil, linked.count >= Self.followedFiles {
      return .linkedElsewhere
    }
    return nil
  }

  /// Gives an entry its owner and its bits, by the descriptor that was looked at.
  private func settle(
    _ held: SharedDescriptor, facts: FileFacts, minimum: UInt32
  ) throws(SystemError) {
    let mode = facts.permissions & 0o777 | minimum
    if let user = ownership.new, facts.user != user || facts.group != user {
      guard lh_chown_descriptor(held.rawValue, user, user) == 0 else {
        throw .last("fchownat(2)")
      }
    }
    if mode != facts.permissions { try DirectoryTree.change(held, toMode: mode) }
  }

  /// In the second walk: settles the files whose names are all here, and takes out the others.
  private func revisit(_ name: FileName, in directory: Directory) -> Directory? {
    do throws(SystemError) {
      let facts = try directory.facts(of: name)
      if facts.kind == .directory { return try directory.directory(name) }
      guard let file = linked[facts.identity] else { return nil }
      if file.found >= file.links {
        let held = try directory.hold(name)
        try settle(held, facts: FileFacts(of: held), minimum: 0o600)
        return nil
      }
      refuse(facts.kind, .linkedElsewhere)
      result.files -= 1
      result.bytes -= facts.size
      remove(name, in: directory, expecting: facts.identity)
    } catch {
      if error.code != ENOENT { refuse(.unknown, .system(error)) }
    }
    return nil
  }

  private func refuse(_ kind: FileFacts.Kind, _ refusal: DirectoryTree.Sifting.Refusal) {
    result.refusedCount += 1
    if result.refused.count < DirectoryTree.Sifting.namedRefusals {
      result.refused.append(.init(path: path, kind: kind, refusal: refusal))
    }
  }

  private func remove(_ name: FileName, in directory: Directory, expecting: FileIdentity?) {
    do {
      let removal = try DirectoryTree.remove(name, in: directory, expecting: expecting)
      if !removal.isComplete { result.remaining += 1 }
    } catch {
      result.remaining += 1
    }
  }
}
