// SPDX-License-Identifier: MIT

// A program that uses the sandbox alone says `import LockhostSandbox` and has policies, descriptors
// and sizes as well.
@_exported public import LockhostPolicy
@_exported public import LockhostSystem
