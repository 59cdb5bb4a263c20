// SPDX-License-Identifier: MIT

/// What is done to a whole directory tree whose content is a guest's, and so hostile.
///
/// Call it when no process of the guest is left. It stays safe if one is: nothing outside of the
/// tree is touched, whatever is swapped for whatever meanwhile; it may then only leave more behind.
public enum DirectoryTree {}
