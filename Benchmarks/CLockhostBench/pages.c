// SPDX-License-Identifier: MIT

#include "lockhost_bench.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Linux 6.7; the headers of Debian 12 are older.
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
struct region {
  uint64_t start, end, categories;
};
#define SCAN_PAGES _IOWR('f', 16, struct scan)
static const uint64_t is_written = 1u << 1, protects_again = 1u << 0;
static const uint64_t protects_without_handler = 1u << 15, protects_what_is_not_there = 1u << 13;

int lh_pages_watch(struct lh_pages *pages) {
  pages->watch = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  if (pages->watch < 0) return -errno;
  struct uffdio_api api = {.api = UFFD_API, .features = protects_without_handler | protects_what_is_not_there};
  if (ioctl(pages->watch, UFFDIO_API, &api) != 0) return -errno;
  pages->map = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
  return pages->map < 0 ? -errno : 0;
}

// Counts the written pages of a range, and protects them again.
static long written(const struct lh_pages *pages, uint64_t start, uint64_t end) {
  struct region regions[256];
  long count = 0;
  while (start < end) {
    struct scan scan = {.size = sizeof scan, .flags = protects_again, .start = start, .end = end,
                        .vec = (uint64_t)(uintptr_t)regions, .vec_len = 256, .category_mask = is_written,
                        .return_mask = is_written};
    const int found = ioctl(pages->map, SCAN_PAGES, &scan);
    if (found < 0) return -errno;
    for (int index = 0; index < found; index++)
      count += (long)((regions[index].end - regions[index].start) / 4096);
    if (scan.walk_end <= start) break;
    start = scan.walk_end;
  }
  return count;
}

long lh_pages_written(const struct lh_pages *pages) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) return -errno;
  char line[512];
  long total = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    unsigned long start = 0, end = 0, inode = 0;
    char access[5] = "";
    if (sscanf(line, "%lx-%lx %4s %*s %*s %lu", &start, &end, access, &inode) != 4) continue;
    // Memory of nobody's file, and memory files.
    const int is_memory = inode == 0 || strstr(line, "/memfd:") != NULL;
    if (access[1] != 'w' || !is_memory || strstr(line, "[stack]") != NULL) continue;
    struct uffdio_register made = {.range = {start, end - start}, .mode = UFFDIO_REGISTER_MODE_WP};
    if (ioctl(pages->watch, UFFDIO_REGISTER, &made) != 0) continue;
    const long count = written(pages, start, end);
    if (count > 0) total += count;
  }
  fclose(maps);
  return total;
}
