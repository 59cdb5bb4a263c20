// SPDX-License-Identifier: MIT

import Glibc
import LockhostSystem

/// Checks that a bundle's program is one that can be started here.
struct ExecutableCheck {
  let path: String
  let name: FileName
  let text: String

  func run(in bundle: Directory) throws(DeviceError) -> BundleExecutable {
    let facts: FileFacts
    do {
      facts = try bundle.facts(of: name)
    } catch let error where error.code == ENOENT {
      throw DeviceError(
        .executableMissing, path: path, message: "there is no program of that name in the bundle",
        fix: "build again, or correct CFBundleExecutable")
    } catch {
      throw unreadable(error)
    }
    guard facts.kind != .symbolicLink else {
      throw DeviceError(
        .linkOutOfBundle, path: path, message: "the program is a symbolic link",
        fix: "put the program itself into the bundle")
    }
    guard facts.kind == .file else {
      throw DeviceError(
        .executableNotAProgram, path: path, message: "this is no plain file",
        fix: "put the program there, or correct CFBundleExecutable")
    }
    guard !facts.setsIdentifier else {
      throw DeviceError(
        .executableSetIdentifier, path: path,
        message: "its mode has the setuid or setgid bit",
        fix: "run chmod ug-s on it; a sandbox ignores these bits, so something has gone wrong")
    }
    guard facts.permissions & 0o111 != 0 else {
      throw DeviceError(
        .executableNotExecutable, path: path, message: "its mode has no execute bit",
        fix: "run chmod +x on it")
    }
    let image = try image(in: bundle, expecting: facts.identity)
    return BundleExecutable(
      name: text, path: path, identity: facts.identity, isDynamic: image.isDynamic)
  }

  private func image(
    in bundle: Directory, expecting identity: FileIdentity
  ) throws(DeviceError) -> ELFImage {
    let file: SharedDescriptor
    do throws(SystemError) {
      file = try bundle.file(name)
      guard try FileFacts(of: file).identity == identity else {
        throw SystemError(call: "openat2(2)", code: ESTALE)
      }
    } catch {
      throw unreadable(error)
    }
    let image: ELFImage
    do {
      image = try ELFImage(of: file)
    } catch {
      switch error {
      case .unsupportedFormat:
        throw wrongMachine("it \(error)")
      case .system(let cause): throw unreadable(cause)
      default:
        throw DeviceError(
          .executableNotAProgram, path: path, message: "it \(error)",
          fix: "build the program again for Linux with `lockhost build`; a script cannot be one")
      }
    }
    guard image.machine == ELFImage.currentMachine else {
      throw wrongMachine("it \(ELFError.wrongMachine(image.machine))")
    }
    return image
  }

  private func wrongMachine(_ message: String) -> DeviceError {
    DeviceError(
      .executableWrongMachine, path: path, message: message,
      fix: "build it on this machine with `lockhost build`")
  }

  private func unreadable(_ cause: SystemError) -> DeviceError {
    DeviceError(
      .bundleUnreadable, path: path, message: "the program cannot be read",
      fix: "let this user read it", cause: cause)
  }
}
