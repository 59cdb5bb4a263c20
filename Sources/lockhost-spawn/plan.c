// SPDX-License-Identifier: MIT
//
// Reads a plan. The host is trusted, but a plan is the one thing here that has offsets in it, so
// none is followed that was not found to lie inside (runc's CVE-2021-43784 was such an offset).

#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

// Which table a failure means: the index of a report of LH_STEP_PLAN.
enum {
  HEAD = 0,
  STRINGS = 1,
  ARGUMENTS = 2,
  ENVIRONMENT = 3,
  DIRECTORIES = 4,
  MOUNTS = 5,
  LIMITS = 6,
  FILTER = 7,
  DESCRIPTORS = 8,
  PATHS = 9,
};

static const void *table(const struct lh_launch *launch, struct lh_table table, size_t size,
                         size_t alignment, uint32_t maximum) {
  if (table.count > maximum || table.offset % alignment != 0) return NULL;
  uint64_t end = (uint64_t)table.offset + (uint64_t)table.count * size;
  if (end > launch->mapping_bytes) return NULL;
  return (const char *)launch->mapping + table.offset;
}

static bool is_string(const struct lh_launch *launch, uint32_t offset) {
  // The string table ends with a zero byte, so every offset inside it is a string that ends.
  return offset < launch->plan->strings.count;
}

static bool is_path(const struct lh_launch *launch, uint32_t offset) {
  return is_string(launch, offset) && *lh_string(launch, offset) == '/';
}

static bool is_descriptor(const struct lh_launch *launch, uint32_t index) {
  return index >= LH_DESCRIPTOR_FIRST_FREE && index < launch->descriptor_count;
}

static const uint32_t *strings(const struct lh_launch *launch, struct lh_table part,
                               uint32_t maximum) {
  const uint32_t *offsets = table(launch, part, sizeof *offsets, 4, maximum);
  if (offsets == NULL) return NULL;
  for (uint32_t i = 0; i < part.count; i++) {
    if (!is_string(launch, offsets[i])) return NULL;
  }
  return offsets;
}

static bool map(struct lh_launch *launch) {
  int file = launch->descriptors[LH_DESCRIPTOR_PLAN];
  struct stat status;
  // Sealed, so that nothing checked below can change afterwards, nor the file shrink under us.
  const int wanted = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  int seals = fcntl(file, F_GET_SEALS);
  if (seals < 0 || fstat(file, &status) != 0) return false;
  if ((seals & wanted) != wanted) {
    errno = EPERM;
    return false;
  }
  if (status.st_size < (off_t)sizeof(struct lh_plan) || status.st_size > (off_t)LH_MAX_PLAN_BYTES) {
    errno = EBADMSG;
    return false;
  }
  void *mapping = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (mapping == MAP_FAILED) return false;
  launch->mapping = mapping;
  launch->mapping_bytes = (size_t)status.st_size;
  return true;
}

static bool check(struct lh_launch *launch, uint32_t *index) {
  const struct lh_plan *plan = launch->mapping;
  launch->plan = plan;
  *index = HEAD;
  if (plan->magic != LH_PLAN_MAGIC || plan->version != LH_PROTOCOL_VERSION ||
      plan->bytes != launch->mapping_bytes || plan->open_files < 8 || plan->open_files > 1u << 20) {
    return false;
  }
  // The floor has no namespace; and its container is the host's folder, by descriptor.
  if ((plan->layers & LH_LAYER_FLOOR) != 0 &&
      ((plan->layers & (LH_LAYER_USER_NAMESPACE | LH_LAYER_STOPPED)) != 0 ||
       (plan->container == LH_NONE) != (plan->container_descriptor == LH_NONE))) {
    return false;
  }
  *index = STRINGS;
  launch->strings = table(launch, plan->strings, 1, 1, LH_MAX_PLAN_BYTES);
  if (launch->strings == NULL || plan->strings.count == 0 ||
      launch->strings[plan->strings.count - 1] != 0) {
    return false;
  }
  *index = ARGUMENTS;
  launch->arguments = strings(launch, plan->arguments, LH_MAX_ARGUMENTS);
  if (launch->arguments == NULL || plan->arguments.count == 0) return false;
  *index = ENVIRONMENT;
  launch->environment = strings(launch, plan->environment, LH_MAX_ENVIRONMENT);
  if (launch->environment == NULL) return false;
  *index = DIRECTORIES;
  launch->directories = table(launch, plan->directories, 4, 4, LH_MAX_DIRECTORIES);
  if (launch->directories == NULL) return false;
  for (uint32_t i = 0; i < plan->directories.count; i++) {
    if (!is_path(launch, launch->directories[i])) return false;
  }
  *index = MOUNTS;
  launch->mounts = table(launch, plan->mounts, sizeof *launch->mounts, 4, LH_MAX_MOUNTS);
  if (launch->mounts == NULL) return false;
  for (uint32_t i = 0; i < plan->mounts.count; i++) {
    const struct lh_mount *mount = &launch->mounts[i];
    if (!is_path(launch, mount->source) || !is_path(launch, mount->target) ||
        !is_descriptor(launch, mount->descriptor)) {
      return false;
    }
  }
  *index = LIMITS;
  launch->limits = table(launch, plan->limits, sizeof *launch->limits, 8, LH_MAX_LIMITS);
  if (launch->limits == NULL) return false;
  *index = FILTER;
  launch->filter = table(launch, plan->filter, sizeof *launch->filter, 8, LH_MAX_FILTER);
  if (launch->filter == NULL || plan->filter.count == 0) return false;
  *index = DESCRIPTORS;
  if (!is_descriptor(launch, plan->executable_descriptor) ||
      !is_descriptor(launch, plan->input_descriptor) ||
      !is_descriptor(launch, plan->output_descriptor) ||
      !is_descriptor(launch, plan->error_descriptor) ||
      (plan->wire_descriptor != LH_NONE && !is_descriptor(launch, plan->wire_descriptor)) ||
      (plan->cgroup_descriptor != LH_NONE && !is_descriptor(launch, plan->cgroup_descriptor)) ||
      (plan->lock_descriptor != LH_NONE && !is_descriptor(launch, plan->lock_descriptor)) ||
      (plan->held_descriptor != LH_NONE && !is_descriptor(launch, plan->held_descriptor)) ||
      (plan->container_descriptor != LH_NONE &&
       !is_descriptor(launch, plan->container_descriptor))) {
    return false;
  }
  *index = PATHS;
  return is_path(launch, plan->executable) && is_path(launch, plan->working_directory) &&
         is_string(launch, plan->hostname) &&
         (plan->container == LH_NONE || is_path(launch, plan->container));
}

bool lh_plan_read(struct lh_launch *launch, uint32_t *index) {
  *index = HEAD;
  if (!map(launch)) return false;
  if (check(launch, index)) return true;
  errno = EBADMSG;
  return false;
}
