// SPDX-License-Identifier: MIT
//
// Linux, as far as the Swift modules cannot see it.
#pragma once

#include "lockhost_system.h"
