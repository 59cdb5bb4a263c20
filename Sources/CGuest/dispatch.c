// SPDX-License-Identifier: MIT

// Dispatch without /proc.
//
// libdispatch keeps a list of its worker threads, and once a second, the first time at once, reads
// /proc/TID/stat of each to see whether it sleeps. Where it cannot, it takes the thread for one that
// ended without notice and stops the program with an illegal instruction. A guest has no /proc, so
// any guest whose second thread was at work in that moment would die: about one launch in three.
//
// These two functions stand in for libdispatch's own in a static executable: with both defined here,
// the linker has no reason to take the object file that has the list and its timer. What is lost is
// that the pool grows beyond the number of processors when all of its threads are blocked. A program
// that links libdispatch.so has that library's own functions and does not see these.

void _dispatch_workq_worker_register(void *queue);
void _dispatch_workq_worker_unregister(void *queue);

void _dispatch_workq_worker_register(void *queue) { (void)queue; }
void _dispatch_workq_worker_unregister(void *queue) { (void)queue; }
