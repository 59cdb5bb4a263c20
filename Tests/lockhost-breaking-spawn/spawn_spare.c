// SPDX-License-Identifier: MIT

#include "breaking.h"

#include "../../Sources/lockhost-spawn/spare.c"
