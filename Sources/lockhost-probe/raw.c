// SPDX-License-Identifier: MIT
//
// Any call with any arguments, for what needs no probe of its own.

#include "probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Turns an argument into what the kernel gets: a number, `@text` for the text's address, `%COUNT` for
// the address of so many zero bytes.
static bool parse(char *text, unsigned long *value) {
  if (text[0] == '@') {
    *value = (unsigned long)(text + 1);
    return true;
  }
  if (text[0] == '%') {
    void *zeroes = calloc(1, strtoul(text + 1, NULL, 0) + 1);
    *value = (unsigned long)zeroes;
    return zeroes != NULL;
  }
  char *end;
  *value = text[0] == '-' ? (unsigned long)strtol(text, &end, 0) : strtoul(text, &end, 0);
  return *end == 0 && end != text;
}

static enum outcome call(int argc, char **argv) {
  unsigned long values[7] = {0};
  if (argc < 1 || argc > 7) return USAGE;
  for (int i = 0; i < argc; i++) {
    if (!parse(argv[i], &values[i])) return USAGE;
  }
  return judge(syscall((long)values[0], values[1], values[2], values[3], values[4], values[5],
                       values[6]),
               argv[0]);
}

// Tries every address family below a number, and names those of which it got a socket.
static enum outcome families(int argc, char **argv) {
  static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
  char names[1024] = "";
  int error = 0;
  for (int family = 0; family < (int)number(argc, argv, 0, 64); family++) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
      int file = socket(family, types[i] | SOCK_CLOEXEC, 0);
      if (file >= 0) {
        size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, " %d/%d", family, types[i]);
        close(file);
      } else {
        error = errno;
      }
    }
  }
  if (names[0] != 0) return done("sockets:%s", names);
  errno = error;
  return refused("every family");
}

static const struct probe probes[] = {
    {"call", "NUMBER…", "a call by its number; @TEXT and %BYTES are addresses", call},
    {"families", "[BELOW]", "a socket of every address family", families},
};
const struct probe_group raw_group = {probes, sizeof probes / sizeof probes[0]};
