// SPDX-License-Identifier: MIT

#include "CPixels.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)

#include <emmintrin.h>

enum {
  LINE = 64,
  // How far ahead the source is fetched, in bytes: what a line takes to come from memory.
  AHEAD = 16 * LINE,
};

void lh_pixels_copy(void *target, const void *source, size_t count) {
  char *to = target;
  const char *from = source;
  // Whole lines only: half of one would be fetched, changed and written back.
  const size_t before = (LINE - (uintptr_t)to % LINE) % LINE;
  if (count < before + LINE) {
    memcpy(to, from, count);
    return;
  }
  memcpy(to, from, before);
  to += before, from += before, count -= before;
  for (; count >= LINE; count -= LINE, to += LINE, from += LINE) {
    // Past the end of the source a prefetch does nothing.
    _mm_prefetch(from + AHEAD, _MM_HINT_T0);
    const __m128i *const parts = (const __m128i *)(const void *)from;
    __m128i *const places = (__m128i *)(void *)to;
    const __m128i first = _mm_loadu_si128(parts), second = _mm_loadu_si128(parts + 1);
    const __m128i third = _mm_loadu_si128(parts + 2), fourth = _mm_loadu_si128(parts + 3);
    _mm_stream_si128(places, first);
    _mm_stream_si128(places + 1, second);
    _mm_stream_si128(places + 2, third);
    _mm_stream_si128(places + 3, fourth);
  }
  memcpy(to, from, count);
}

void lh_pixels_done(void) { _mm_sfence(); }

#else

void lh_pixels_copy(void *target, const void *source, size_t count) { memcpy(target, source, count); }

void lh_pixels_done(void) {}

#endif
