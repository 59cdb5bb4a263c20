// SPDX-License-Identifier: MIT

#include "breaking.h"

#define mkdir(path, mode) breaking_mkdir((path), (mode))
#define fchdir(folder) breaking_fchdir(folder)
#include "../../Sources/lockhost-spawn/child.c"
