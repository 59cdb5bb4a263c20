// SPDX-License-Identifier: MIT
//
// What a probe says. No allocation, no lock, and one write(2) for each line: it must work for a child of
// a fork among threads, and with most of the C library's ground gone.

#include "probe.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_EVIDENCE = 400 };

static const char *current = "?";
static const char *nonce;

static uint64_t add(uint64_t hash, const char *text) {
  for (; *text != 0; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  return hash;
}

static uint64_t proof(const char *rest) {
  uint64_t hash = add(add(add(0xcbf29ce484222325u, nonce), " "), rest);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

static void write_line(const char *outcome, int error, const char *evidence) {
  const char *name = error == 0 ? "-" : strerrorname_np(error);
  char rest[MOST_EVIDENCE + 256], line[MOST_EVIDENCE + 512];
  snprintf(rest, sizeof rest, "%s %s %s %s", current, outcome, name == NULL ? "?" : name, evidence);
  for (char *byte = rest; *byte != 0; byte++) {
    if ((unsigned char)*byte < 0x20 || *byte == 0x7f) *byte = '?';
  }
  int length = nonce == NULL
                   ? snprintf(line, sizeof line, "%s\n", rest)
                   : snprintf(line, sizeof line, "lockhost-probe/1 %s %016llx %s\n", nonce,
                              (unsigned long long)proof(rest), rest);
  // Whatever a probe printed itself comes first.
  fflush(stdout);
  // There is nobody to tell that standard output is gone.
  if (write(STDOUT_FILENO, line, (size_t)length) != length) return;
}

static void print(const char *outcome, int error, const char *format, va_list arguments) {
  char evidence[MOST_EVIDENCE + 1];
  vsnprintf(evidence, sizeof evidence, format, arguments);
  write_line(outcome, error, evidence[0] == 0 ? "-" : evidence);
}

void report_with_nonce(const char *text) {
  nonce = text;
}

const char *report_nonce(void) {
  return nonce;
}

void report_begin(const char *name) {
  current = name;
  if (nonce != NULL) write_line("begin", 0, "-");
}

enum outcome done(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  print("done", 0, format, arguments);
  va_end(arguments);
  return DONE;
}

enum outcome refused(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  print("refused", error, format, arguments);
  va_end(arguments);
  return REFUSED;
}

enum outcome inconclusive(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  print("inconclusive", error, format, arguments);
  va_end(arguments);
  return INCONCLUSIVE;
}

enum outcome judge(long result, const char *call) {
  return result < 0 ? refused("%s", call) : done("%s = %ld", call, result);
}
