// SPDX-License-Identifier: MIT

#include "breaking.h"

#define main breaking_main
#define close_range(first, last, flags) breaking_close_range((first), (last), (flags))
#include "../../Sources/lockhost-spawn/main.c"
