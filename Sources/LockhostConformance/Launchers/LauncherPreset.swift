// SPDX-License-Identifier: MIT

/// Launchers that people have, in the form in which they are usually recommended.
///
/// Each is what its own documentation shows for an untrusted program with no network and no files of
/// the person, and no more: what has to be added by hand is what the table is there to show.
package struct LauncherPreset: Hashable, Sendable {
  /// Its name on the command line.
  package let name: String
  /// The command line.
  package let template: String
  /// What asks it for its version.
  let versionWords: [String]

  /// Every preset.
  package static let all: [LauncherPreset] = [
    LauncherPreset(name: "none", template: "{probe}", versionWords: []),
    LauncherPreset(
      name: "bubblewrap",
      template: "bwrap --unshare-all --die-with-parent --new-session --clearenv --cap-drop ALL"
        + " --ro-bind {path} /lockhost-probe --proc /proc --dev /dev --tmpfs /tmp --chdir /tmp"
        + " /lockhost-probe {arguments}",
      versionWords: ["bwrap", "--version"]),
    LauncherPreset(
      name: "firejail",
      template: "firejail --quiet --noprofile --private --private-dev --net=none --caps.drop=all"
        + " --nonewprivs --noroot --seccomp --whitelist={path} {probe}",
      versionWords: ["firejail", "--version"]),
    LauncherPreset(
      name: "crun",
      template: "crun --cgroup-manager=disabled --root {scratch} run --bundle {bundle} {name}",
      versionWords: ["crun", "--version"]),
    LauncherPreset(
      name: "unshare",
      template: "unshare --user --map-root-user --mount --net --ipc --uts --pid --cgroup --fork"
        + " --kill-child --mount-proc {probe}",
      versionWords: ["unshare", "--version"]),
    LauncherPreset(
      name: "systemd-run",
      template: "systemd-run --quiet --pipe --wait --collect --property=DynamicUser=yes"
        + " --property=PrivateNetwork=yes --property=PrivateDevices=yes"
        + " --property=ProtectSystem=strict --property=ProtectHome=tmpfs"
        + " --property=PrivateTmp=yes --property=NoNewPrivileges=yes"
        + " --property=SystemCallFilter=@system-service --property=BindReadOnlyPaths={path}"
        + " {probe}",
      versionWords: ["systemd-run", "--version"]),
  ]

  /// The preset of this name.
  package static func named(_ name: String) -> LauncherPreset? { all.first { $0.name == name } }
}
