// SPDX-License-Identifier: MIT

#include "breaking.h"

#define main breaking_main
#include "../../Sources/lockhost-spawn/main.c"
