// SPDX-License-Identifier: MIT

import Glibc

/// Every file that the dynamic loader opens to start one program, found without running anything.
///
/// `ldd` runs the program's own loader, which a hostile program chooses; this only reads. What a
/// program opens later by itself (`dlopen`) cannot be known from its file, and is not here.
public struct ELFClosure: Hashable, Sendable {
  /// One file that the loader opens.
  public struct Object: Hashable, Sendable {
    /// The name by which it is asked for; for the loader itself, its path.
    public let name: String
    /// Where the loader asks for it on this system.
    public let path: String
    /// The same file without links in its path.
    public let realPath: String
    /// Which file it is.
    ///
    /// Whoever opens it later compares.
    public let identity: FileIdentity
    /// Where the loader asks for it in a root that holds this closure and nothing else.
    ///
    /// Differs from ``path`` for what only `/etc/ld.so.cache` knows, since such a root has no cache:
    /// it is then the first of the loader's default places. Differs too for what lies beside the
    /// program (`$ORIGIN`) when the program lies elsewhere there.
    public let guestPath: String
  }

  /// The program itself.
  public let executable: Object
  /// The loader, if the program needs one.
  public let interpreter: Object?
  /// The libraries, in the order in which the loader finds them.
  public let libraries: [Object]
  /// Whether something was found by `$ORIGIN`.
  ///
  /// Without `/proc` the loader cannot find out where the program lies; `LD_ORIGIN_PATH` in the
  /// environment tells it.
  public let usesOrigin: Bool

  /// All of it but the program.
  public var dependencies: [Object] { (interpreter.map { [$0] } ?? []) + libraries }

  /// Finds what a program needs.
  ///
  /// - Parameter executable: The program's absolute path.
  /// - Parameter guestPath: Where the program will lie in the sandbox; `nil` for the same place.
  /// - Throws: `ELFError`, with `libraryNotFound` for what the loader would not find either.
  public static func resolve(
    executable: String, guestPath: String? = nil
  ) throws(ELFError) -> ELFClosure {
    var search = LoaderSearch(machine: ELFImage.currentMachine)
    return try search.run(executable: executable, guestPath: guestPath ?? executable)
  }

  init(executable: Object, interpreter: Object?, libraries: [Object], usesOrigin: Bool) {
    self.executable = executable
    self.interpreter = interpreter
    self.libraries = libraries
    self.usesOrigin = usesOrigin
  }
}
