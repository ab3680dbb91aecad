#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <signal.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

// Swift hides fork(), since a child of a process with several threads can do little. It is sound where there is one.
static inline pid_t cprocess_fork(void) { return fork(); }

// Has the calling process killed when its parent ends; systems without that leave it running to its own end.
static inline void cprocess_end_with_parent(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) raise(SIGKILL);
#endif
}

#endif
