// SPDX-License-Identifier: MIT

// What a plug-in has in its hands beside its own types.
@_exported public import class LockhostSystem.MappedMemory
@_exported public import class LockhostSystem.MemoryFile
