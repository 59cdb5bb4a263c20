// SPDX-License-Identifier: MIT
//
// Linux, as far as the Swift modules cannot see it.
#pragma once

#include "lockhost_calls.h"
#include "lockhost_plan.h"
#include "lockhost_system.h"
#include "lockhost_guest.h"
#include "lockhost_files.h"
#include "lockhost_seccomp.h"
