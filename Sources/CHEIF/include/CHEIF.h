// SPDX-License-Identifier: MIT
//
// HEIC encoding by libheif, which is looked for when it is first wanted and may be missing.
//
// Not linked: libheif brings libx265, libde265, libaom and dav1d, which every start of lockhost
// would load for the few that take a HEIC photo. Docs/Dependencies.md has the numbers.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Whether libheif lies where the system keeps its libraries, with an encoder for HEVC beside it.
///
/// A few access(2), and nothing is loaded: every launch asks.
int lh_heif_present(void);

/// Whether HEIC can be encoded: libheif was loaded and has an encoder for HEVC.
///
/// The first call loads it, which takes 15 ms or more; safe on any thread.
int lh_heif_available(void);

/// One picture to encode.
struct lh_heif_picture {
  /// Blue, green, red, alpha, in this order in memory, without padding.
  const uint32_t *pixels;
  int32_t width;
  int32_t height;
  /// 0 to 100.
  int32_t quality;
  /// EXIF's number of how the pixels must be turned, 1 to 8.
  int32_t orientation;
  /// A TIFF block.
  const uint8_t *exif;
  size_t exif_count;
};

/// Encodes a picture; returns 0, or 1 with a message.
///
/// On success `*file` is from malloc(3), the caller's to free.
int lh_heif_encode(const struct lh_heif_picture *picture, uint8_t **file, size_t *file_count,
                   char *message, size_t message_count);
