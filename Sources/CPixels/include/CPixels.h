// SPDX-License-Identifier: MIT
//
// Copies of pixels that go past the processor's caches: instructions that Swift has no name for.
#pragma once

#include <stddef.h>

// Copies bytes to memory that this processor will not read, without fetching what stands there before
// and without displacing anything from the caches. The ranges do not overlap.
//
// Other processes see the bytes once lh_pixels_done() has returned.
void lh_pixels_copy(void *target, const void *source, size_t count);

// Waits until everything that was copied so is in memory.
void lh_pixels_done(void);
