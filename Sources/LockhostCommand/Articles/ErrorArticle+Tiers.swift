// SPDX-License-Identifier: MIT

extension ErrorArticle {
  static let tierArticles: [ErrorArticle] = [
    ErrorArticle(
      "LH3001", "The sandbox cannot be made in this tier",
      what: "This machine does not allow a layer of isolation that the tier has: `full` needs user "
        + "namespaces, `no-userns` the other namespaces and root, `floor` version 3 of Landlock's "
        + "rules (Linux 6.2) and a seccomp filter with a listener.",
      why: "lockhost never runs a guest in a weaker sandbox than was asked for, and without a tier "
        + "that works it runs none.",
      steps: [
        "`lockhost doctor` tries each tier, and shows what is missing and how to get it.",
        "In a container, allow user namespaces, or run lockhost outside of it.",
        "Without `--tier` the strongest tier is taken that there is; Docs/Tiers.md says what each "
          + "one promises.",
      ]),
    ErrorArticle(
      "LH3020", "The policy cannot be had in tier floor",
      what:
        "The policy admits calls that only a namespace can bound: new processes, sockets, System "
        + "V IPC, debugging, or what is the whole machine's. The message names the rule and why.",
      why:
        "In tier `floor` a guest has no namespaces. A guest with processes could leave one behind, "
        + "and one with sockets would have the machine's own network. lockhost does not take such "
        + "rules out by itself: the program would fail where nobody expects it.",
      steps: [
        "`lockhost doctor` says why this machine gives no stronger tier, and how to get one.",
        "If the program can do without, write a policy that does: `include program` and `without "
          + "processes execution`.",
      ]),
    ErrorArticle(
      "LH3021", "A container could not be removed",
      what:
        "In tier `floor` a guest's container is a folder. When the guest was dead, something in it "
        + "could not be removed, and the record says that it was not wiped.",
      why:
        "Something is mounted in it, it is immutable, or the file system failed. In the other tiers "
        + "the kernel removes the container with the guest.",
      steps: [
        "Look for `lockhost-UID` in /run, /run/user/UID, /dev/shm and /tmp.",
        "The next start tries again: whatever has no living owner is removed then.",
      ]),
    ErrorArticle(
      "LH3022", "The program may not write where it is to",
      what:
        "lockhost runs as root, and what `--write` names belongs to root, or to different users. The "
        + "program is none of them, and others may not write there.",
      why:
        "A program in the sandbox is never root: what it left, such as a set-user-id file, would be "
        + "root's. As root, lockhost makes it the one ordinary user to whom everything in `--write` "
        + "belongs, or else a user of nobody's.",
      steps: [
        "Give it to an ordinary user: `chown -R 1000 FOLDER`.",
        "With several folders, give all of them to the same user.",
        "Or run lockhost as the user to whom it belongs.",
      ]),
    ErrorArticle(
      "LH3023", "A folder cannot be put into the sandbox",
      what:
        "A folder that `--read` or `--write` names is there, and the kernel does not let it be shown to "
        + "the program. The message names it, and what is mounted below it.",
      why:
        "A folder is shown without the file systems that are mounted below it: they were not asked "
        + "for. But an ordinary user's sandbox may not take a mount off, since what lies under it may "
        + "have been hidden on purpose. So /dev, /sys, /run and /proc cannot be shown as a whole.",
      steps: [
        "Name what the program needs: `--read /dev/urandom`, or the folders beside the mounts.",
        "For a /proc of its own there is `--proc`.",
        "`findmnt -R FOLDER` lists what is mounted below a folder.",
      ]),
  ]
}
