// SPDX-License-Identifier: MIT

import Glibc

/// One search for a program's libraries, in the order of `ld.so(8)`.
///
/// For each needed name: the `RPATH` of the object and of those that led to it, unless the object
/// has a `RUNPATH`; that `RUNPATH`; the cache; the default places. `LD_LIBRARY_PATH` is not looked at:
/// the environment of a guest is made, not inherited.
struct LoaderSearch {
  /// The most objects of one program.
  private static let objectLimit = 512

  /// An object that has been found, and what its search needs.
  private struct Loaded {
    let object: ELFClosure.Object
    let image: ELFImage
    /// Which object led to it.
    let parent: Int?
  }

  /// A directory to look in, on this system and in the sandbox.
  private struct Place {
    let host: String
    let guest: String
    let isOrigin: Bool
  }

  private let machine: UInt16
  private let multiarch: String
  /// Where this system's loader looks first of all when it has no cache.
  private let firstDefaultPlace: String
  private let cache: LoaderCache
  private var loaded: [Loaded] = []
  private var names: Set<String> = []
  private var usesOrigin = false

  init(machine: UInt16) {
    self.machine = machine
    multiarch = machine == 183 ? "aarch64-linux-gnu" : "x86_64-linux-gnu"
    // Debian's loader is built for the first, others' for the second.
    let debian = "/lib/\(multiarch)"
    firstDefaultPlace = access(debian, F_OK) == 0 ? debian : "/lib64"
    var bytes: [UInt8] = []
    // Without a cache, or with one that cannot be read, the loader goes on too.
    if let etc = try? Directory.open(path: "/etc") {
      bytes =
        (try? AtomicFile.read(
          FileName(literal: "ld.so.cache"), in: etc, maximumBytes: 64 << 20)) ?? []
    }
    cache = LoaderCache(bytes: bytes, machine: machine)
  }

  mutating func run(
    executable: String, guestPath: String
  ) throws(ELFError) -> ELFClosure {
    guard
      let (object, image) = try open(
        executable, name: executable, guestPath: guestPath, isRequired: true)
    else {
      throw .system(SystemError(call: "open(2)", code: ENOENT))
    }
    guard image.machine == machine else { throw .wrongMachine(image.machine) }
    loaded = [Loaded(object: object, image: image, parent: nil)]
    var interpreter: ELFClosure.Object?
    if let path = image.interpreter {
      guard let (object, loader) = try open(path, name: path, guestPath: path),
        loader.machine == machine
      else { throw .libraryNotFound(name: path, neededBy: executable) }
      interpreter = object
      // Libraries need the loader by its name; it is there already.
      names.insert(loader.soname ?? Self.lastPart(path))
    }
    var index = 0
    while index < loaded.count {
      for name in loaded[index].image.needed where !names.contains(name) {
        try find(name, neededBy: index)
      }
      index += 1
    }
    return ELFClosure(
      executable: object, interpreter: interpreter,
      libraries: loaded.dropFirst().map(\.object), usesOrigin: usesOrigin)
  }

  /// Finds one library and adds it.
  private mutating func find(_ name: String, neededBy index: Int) throws(ELFError) {
    for place in try places(for: name, neededBy: index) {
      guard
        let (object, image) = try open(place.host, name: name, guestPath: place.guest),
        // As the loader does, pass over what is for another machine.
        image.machine == machine, image.kind == .sharedObject
      else { continue }
      names.insert(name)
      if let soname = image.soname { names.insert(soname) }
      if place.isOrigin { usesOrigin = true }
      // Another name for a file that is loaded already is the same object.
      guard !loaded.contains(where: { $0.object.identity == object.identity }) else { return }
      guard loaded.count < Self.objectLimit else { throw .tooManyObjects(Self.objectLimit) }
      loaded.append(Loaded(object: object, image: image, parent: index))
      return
    }
    throw .libraryNotFound(name: name, neededBy: loaded[index].object.path)
  }

  /// Where the loader looks for a name, in order.
  private func places(for name: String, neededBy index: Int) throws(ELFError) -> [Place] {
    if name.contains("/") {
      guard name.hasPrefix("/") else {
        throw .malformed("it needs “\(name)”, which depends on the working directory")
      }
      return [Place(host: name, guest: name, isOrigin: false)]
    }
    var places: [Place] = []
    let user = loaded[index]
    if user.image.runPath == nil {
      var ancestor: Int? = index
      while let current = ancestor {
        let object = loaded[current]
        if object.image.runPath == nil, let path = object.image.rPath {
          places += directories(path, of: object)
        }
        ancestor = object.parent
      }
    } else if let path = user.image.runPath {
      places += directories(path, of: user)
    }
    if !user.image.excludesDefaultPlaces {
      let defaults = [
        "/lib/\(multiarch)", "/usr/lib/\(multiarch)", "/lib64", "/usr/lib64", "/lib", "/usr/lib",
      ].map { Place(host: $0, guest: $0, isOrigin: false) }
      if let path = cache.path(of: name) {
        let directory = Self.directory(of: path)
        let isDefault = defaults.contains { $0.host == directory }
        let guest = isDefault ? directory : firstDefaultPlace
        places.append(Place(host: directory, guest: guest, isOrigin: false))
      }
      places += defaults
    }
    return places.map {
      Place(host: "\($0.host)/\(name)", guest: "\($0.guest)/\(name)", isOrigin: $0.isOrigin)
    }
  }

  /// Takes a search path apart, and puts in what its variables stand for.
  private func directories(_ path: String, of object: Loaded) -> [Place] {
    path.split(separator: ":").compactMap { part in
      let isOrigin = part.contains("$ORIGIN") || part.contains("${ORIGIN}")
      let host = expand(String(part), origin: Self.directory(of: object.object.path))
      let guest = expand(String(part), origin: Self.directory(of: object.object.guestPath))
      // What is relative depends on the working directory, which is the guest's to choose.
      guard host.hasPrefix("/"), guest.hasPrefix("/") else { return nil }
      return Place(host: host, guest: guest, isOrigin: isOrigin)
    }
  }

  private func expand(_ path: String, origin: String) -> String {
    var result = path
    for (variable, value) in [
      ("ORIGIN", origin), ("LIB", "lib/\(multiarch)"),
      ("PLATFORM", machine == 183 ? "aarch64" : "x86_64"),
    ] {
      result = result.replacing("${\(variable)}", with: value)
        .replacing("$\(variable)", with: value)
    }
    return result
  }

  /// Opens and reads a file of the search.
  ///
  /// - Returns: `nil` if it is not there or no ELF file, unless it is required.
  private func open(
    _ path: String, name: String, guestPath: String, isRequired: Bool = false
  ) throws(ELFError) -> (ELFClosure.Object, ELFImage)? {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      guard isRequired else { return nil }
      throw .system(SystemError(call: "open(2)", code: code))
    }
    let file = SharedDescriptor(adopting: descriptor)
    let image: ELFImage
    do {
      image = try ELFImage(of: file)
    } catch {
      guard isRequired else { return nil }
      throw error
    }
    do {
      let identity = try FileFacts(of: file).identity
      let realPath = try ResolvedPath.of(path)
      let object = ELFClosure.Object(
        name: name, path: path, realPath: realPath, identity: identity, guestPath: guestPath)
      return (object, image)
    } catch {
      throw .system(error)
    }
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func lastPart(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "")
  }
}
