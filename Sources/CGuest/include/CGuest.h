// SPDX-License-Identifier: MIT

// What takes the place of a library's own function in a static guest. Nothing here is to be called by
// name: linking it is enough. It is a target of its own because the host must not have it.

#ifndef CGUEST_H
#define CGUEST_H
#endif
