// SPDX-License-Identifier: MIT

#include "breaking.h"

#define mkdir(path, mode) breaking_mkdir((path), (mode))
#include "../../Sources/lockhost-spawn/child.c"
