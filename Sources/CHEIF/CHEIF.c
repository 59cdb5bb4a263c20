// SPDX-License-Identifier: MIT

#include "CHEIF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What is used of libheif's interface, from libheif/heif.h of version 1.15; its names and numbers
// are stable since 1.0, the orientation of an encoding since 1.14.

struct heif_error {
  int code;
  int subcode;
  const char *message;
};

struct heif_encoding_options {
  uint8_t version;
  uint8_t save_alpha_channel;
  uint8_t macos_workaround;
  uint8_t save_two_colr_boxes;
  void *output_nclx_profile;
  uint8_t macos_workaround_no_nclx_profile;
  int image_orientation; // version 5
};

struct heif_writer {
  int version;
  struct heif_error (*write)(void *context, const void *data, size_t count, void *user);
};

enum { COMPRESSION_HEVC = 1, COLORSPACE_RGB = 1, CHROMA_INTERLEAVED_RGB = 10, CHANNEL_INTERLEAVED = 10 };
enum { OPTIONS_WITH_ORIENTATION = 5 };

static struct {
  int is_usable;
  int (*have_encoder)(int format);
  void *(*context_alloc)(void);
  void (*context_free)(void *);
  struct heif_error (*get_encoder)(void *, int format, void **);
  void (*encoder_release)(void *);
  struct heif_error (*set_quality)(void *, int);
  struct heif_error (*set_parameter)(void *, const char *, const char *);
  struct heif_error (*image_create)(int, int, int, int, void **);
  void (*image_release)(const void *);
  struct heif_error (*add_plane)(void *, int, int, int, int);
  uint8_t *(*plane)(void *, int, int *);
  struct heif_encoding_options *(*options_alloc)(void);
  void (*options_free)(struct heif_encoding_options *);
  struct heif_error (*encode)(void *, const void *, void *, const struct heif_encoding_options *,
                              void **);
  void (*handle_release)(const void *);
  struct heif_error (*add_exif)(void *, const void *, const void *, int);
  struct heif_error (*write)(void *, struct heif_writer *, void *);
} heif;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static int find(void *library, const char *name, void *place) {
  void *symbol = dlsym(library, name);
  memcpy(place, &symbol, sizeof symbol);
  return symbol != NULL;
}

static void load(void) {
  void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  // Since 1.13 encoders may be plug-ins that this call loads; before, it does not exist.
  struct heif_error (*initialize)(void *) = NULL;
  if (find(library, "heif_init", &initialize)) (void)initialize(NULL);
  int found = find(library, "heif_have_encoder_for_format", &heif.have_encoder) &&
              find(library, "heif_context_alloc", &heif.context_alloc) &&
              find(library, "heif_context_free", &heif.context_free) &&
              find(library, "heif_context_get_encoder_for_format", &heif.get_encoder) &&
              find(library, "heif_encoder_release", &heif.encoder_release) &&
              find(library, "heif_encoder_set_lossy_quality", &heif.set_quality) &&
              find(library, "heif_encoder_set_parameter_string", &heif.set_parameter) &&
              find(library, "heif_image_create", &heif.image_create) &&
              find(library, "heif_image_release", &heif.image_release) &&
              find(library, "heif_image_add_plane", &heif.add_plane) &&
              find(library, "heif_image_get_plane", &heif.plane) &&
              find(library, "heif_encoding_options_alloc", &heif.options_alloc) &&
              find(library, "heif_encoding_options_free", &heif.options_free) &&
              find(library, "heif_context_encode_image", &heif.encode) &&
              find(library, "heif_image_handle_release", &heif.handle_release) &&
              find(library, "heif_context_add_exif_metadata", &heif.add_exif) &&
              find(library, "heif_context_write", &heif.write);
  if (!found || !heif.have_encoder(COMPRESSION_HEVC)) return;
  struct heif_encoding_options *options = heif.options_alloc();
  heif.is_usable = options != NULL && options->version >= OPTIONS_WITH_ORIENTATION;
  if (options != NULL) heif.options_free(options);
}

int lh_heif_present(void) {
  static const char *const folders[] = {
      "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
      "/usr/local/lib",
  };
  char path[256];
  for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index++) {
    snprintf(path, sizeof path, "%s/libheif.so.1", folders[index]);
    if (access(path, R_OK) != 0) continue;
    // Up to 1.15, Debian links libx265 into it; later versions have a folder of plug-ins.
    snprintf(path, sizeof path, "%s/libheif/plugins", folders[index]);
    if (access(path, X_OK) != 0) return 1;
    snprintf(path, sizeof path, "%s/libheif/plugins/libheif-x265.so", folders[index]);
    return access(path, R_OK) == 0;
  }
  return 0;
}

int lh_heif_available(void) {
  pthread_once(&once, load);
  return heif.is_usable;
}

struct output {
  uint8_t *bytes;
  size_t count;
};

static struct heif_error collect(void *context, const void *data, size_t count, void *user) {
  (void)context;
  struct output *output = user;
  uint8_t *grown = realloc(output->bytes, output->count + count + 1);
  if (grown == NULL) return (struct heif_error){6, 0, "there is no memory for the file"};
  memcpy(grown + output->count, data, count);
  output->bytes = grown;
  output->count += count;
  return (struct heif_error){0, 0, "Success"};
}

// The stages of one encoding, in the order in which they are given back.
struct encoding {
  void *context;
  void *encoder;
  void *image;
  void *handle;
  struct heif_encoding_options *options;
};

static struct heif_error run(struct encoding *stage, const struct lh_heif_picture *picture,
                             struct output *output) {
  const struct heif_error no_memory = {6, 0, "there is no memory"};
  struct heif_error error;
  if ((stage->context = heif.context_alloc()) == NULL) return no_memory;
  error = heif.get_encoder(stage->context, COMPRESSION_HEVC, &stage->encoder);
  if (error.code != 0) return error;
  error = heif.set_quality(stage->encoder, picture->quality);
  if (error.code != 0) return error;
  // x265's own default takes seconds for twelve megapixels; an encoder without presets ignores it.
  (void)heif.set_parameter(stage->encoder, "preset", "ultrafast");
  (void)heif.set_parameter(stage->encoder, "chroma", "444");
  error = heif.image_create(picture->width, picture->height, COLORSPACE_RGB,
                            CHROMA_INTERLEAVED_RGB, &stage->image);
  if (error.code != 0) return error;
  error = heif.add_plane(stage->image, CHANNEL_INTERLEAVED, picture->width, picture->height, 8);
  if (error.code != 0) return error;
  int stride = 0;
  uint8_t *rows = heif.plane(stage->image, CHANNEL_INTERLEAVED, &stride);
  if (rows == NULL || stride < picture->width * 3) return no_memory;
  for (int32_t row = 0; row < picture->height; row++) {
    const uint32_t *source = picture->pixels + (size_t)row * (size_t)picture->width;
    uint8_t *target = rows + (size_t)row * (size_t)stride;
    for (int32_t column = 0; column < picture->width; column++) {
      *target++ = (uint8_t)(source[column] >> 16);
      *target++ = (uint8_t)(source[column] >> 8);
      *target++ = (uint8_t)source[column];
    }
  }
  if ((stage->options = heif.options_alloc()) == NULL) return no_memory;
  stage->options->save_alpha_channel = 0;
  stage->options->image_orientation = picture->orientation;
  error = heif.encode(stage->context, stage->image, stage->encoder, stage->options, &stage->handle);
  if (error.code != 0) return error;
  error = heif.add_exif(stage->context, stage->handle, picture->exif, (int)picture->exif_count);
  if (error.code != 0) return error;
  struct heif_writer writer = {1, collect};
  return heif.write(stage->context, &writer, output);
}

int lh_heif_encode(const struct lh_heif_picture *picture, uint8_t **file, size_t *file_count,
                   char *message, size_t message_count) {
  if (!lh_heif_available()) {
    snprintf(message, message_count, "libheif is not there");
    return 1;
  }
  struct encoding stage = {0};
  struct output output = {0};
  struct heif_error error = run(&stage, picture, &output);
  if (error.code != 0) {
    snprintf(message, message_count, "%s", error.message == NULL ? "unknown" : error.message);
  }
  if (stage.handle != NULL) heif.handle_release(stage.handle);
  if (stage.options != NULL) heif.options_free(stage.options);
  if (stage.image != NULL) heif.image_release(stage.image);
  if (stage.encoder != NULL) heif.encoder_release(stage.encoder);
  if (stage.context != NULL) heif.context_free(stage.context);
  if (error.code != 0) {
    free(output.bytes);
    return 1;
  }
  *file = output.bytes;
  *file_count = output.count;
  return 0;
}
