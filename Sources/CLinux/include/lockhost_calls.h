// SPDX-License-Identifier: MIT
//
// Calls and constants that the C library of Debian 12 (glibc 2.36, headers of Linux 6.1) lacks, for
// the two C programs. They compile with _GNU_SOURCE; Swift, which reads headers without it, sees
// the constants. Each wrapper is bare: no state, no allocation, safe between clone and exec.
#pragma once
