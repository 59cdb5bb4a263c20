// SPDX-License-Identifier: MIT

#include "breaking.h"

#define dup2(from, to) breaking_dup2((from), (to))
#define dup3(from, to, flags) breaking_dup3((from), (to), (flags))
#define close_range(first, last, flags) breaking_close_range((first), (last), (flags))
#include "../../Sources/lockhost-spawn/guest.c"
