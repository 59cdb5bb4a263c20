// SPDX-License-Identifier: MIT

// What a host of plug-ins has in its hands beside its own types.
@_exported public import struct LockhostPolicy.Policy
@_exported public import class LockhostSystem.MappedMemory
@_exported public import class LockhostSystem.MemoryFile
@_exported public import class LockhostSystem.SharedDescriptor
