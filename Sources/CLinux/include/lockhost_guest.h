// SPDX-License-Identifier: MIT
//
// What a guest's main thread needs and no Swift module declares.
#pragma once

// libdispatch's pair for run loops that drain the main queue themselves, as CoreFoundation's does on
// Linux: an eventfd that is readable while the main queue has work, and the call that does it.
// Declared in libdispatch's private.h, which is not installed. Resolved when a guest links
// libdispatch; nothing else may use them.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// Lets standard output, which is a pipe, pass on each line: what a guest printed before it was
// killed is what its author looks for. `stdout` is a variable, which Swift 6 does not let others use.
void lh_line_buffer_output(void);
