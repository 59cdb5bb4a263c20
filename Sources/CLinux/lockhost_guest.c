// SPDX-License-Identifier: MIT
#include "lockhost_guest.h"

#include <stdio.h>

void lh_line_buffer_output(void) { setvbuf(stdout, NULL, _IOLBF, 0); }
