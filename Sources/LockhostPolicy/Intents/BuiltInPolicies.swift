// SPDX-License-Identifier: MIT

/// The texts of the policies that come with lockhost.
enum BuiltInPolicies {
  static let texts = [
    "base": base, "capture": capture, "app": app, "control": control, "compute": compute,
    "program": program,
  ]

  /// What every guest is refused, and how.
  ///
  /// By likelihood of honest use: what every C library tries and can do without fails in silence;
  /// what a library may try is reported (the default); what only an attacker makes kills.
  private static let base = """
    policy base "what every guest is refused, and how"
    deny newer errno ENOSYS
    deny obsolete errno ENOSYS
    deny scheduling errno EPERM
    deny network ids ipc errno EPERM report
    kill tracing namespaces mounts modules keys
    kill open_by_handle_at reboot iopl ioperm
    default errno EPERM report
    """

  private static let capture = """
    policy capture "a capture extension: a camera, a shutter, a folder, nothing else"
    include base
    allow basics memory threads time randomness signals
    allow streams files memory-files events wire
    """

  private static let app = """
    policy app "a camera's full app: as the extension, and it may watch its folders"
    include base
    allow basics memory threads time timers randomness signals
    allow streams files memory-files events watching pairs wire
    """

  private static let control = """
    policy control "a control: it says what it looks like, and ends"
    include base
    allow basics memory threads time randomness signals streams events wire
    allow open openat stat lstat newfstatat statx access faccessat readlink readlinkat getcwd
      getdents64
    """

  private static let compute = """
    policy compute "a program that reads, computes and writes what was opened for it"
    include base
    allow basics memory threads time randomness signals streams
    """

  private static let program = """
    policy program "an ordinary program of the system, with processes of its own; no network"
    include base
    allow basics memory threads time timers randomness signals
    allow streams files memory-files events watching pairs processes execution libraries
    allow own-scheduling
    ioctl: request in {TCSETS, TCSETSW, TCSETSF, TIOCGPGRP, TIOCGSID, FICLONE, FS_IOC_GETFLAGS}
    prctl: option in {PR_CAPBSET_READ, PR_GET_SECCOMP}
    prlimit64: pid == 0
    mknodat: mode & 0o170000 == 0o10000
    allow capget setrlimit
    deny chown fchown lchown fchownat setxattr lsetxattr fsetxattr errno EPERM
    """
}
