// SPDX-License-Identifier: MIT

#include "breaking.h"

#if __has_include("../../Sources/lockhost-spawn/floor.c")
#include "../../Sources/lockhost-spawn/floor.c"
#endif
