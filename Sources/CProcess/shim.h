#ifndef CPROCESS_SHIM_H
#define CPROCESS_SHIM_H

#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// Swift hides fork(), since a child of a process with several threads can do little. It is sound where there is one.
static inline pid_t cprocess_fork(void) { return fork(); }

// Has freed blocks kept for the next ones of their size. By default those of 128 KiB and more come from the system and go
// back to it each time, and are filled with zeros again, which cost a tenth of a run.
static inline void cprocess_keep_freed_memory(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 16 << 20);
  // Each thread's own heap reserves 64 MB of addresses. Where those are limited, as by ulimit -v, and none are left, every
  // allocation goes to the system, and the program all but stands still.
  struct rlimit addresses;
  if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) mallopt(M_ARENA_MAX, 1);
#endif
}

// A pipe that no other program gets, not even one that starts at the same moment.
static inline int cprocess_private_pipe(int ends[2]) {
#ifdef __linux__
  return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return fcntl(ends[1], F_SETFD, FD_CLOEXEC);
#endif
}

// Gives freed blocks back to the system.
static inline void cprocess_return_freed_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

// The largest address space that the process may have, in bytes; 0 for no limit.
static inline size_t cprocess_address_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 0;
  return (size_t)limit.rlim_cur;
}

// Whether the address space has room for so many bytes more.
static inline int cprocess_has_address_space(size_t bytes) {
  void *start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return 0;
  munmap(start, bytes);
  return 1;
}

// Has the calling process killed when its parent ends; systems without that leave it running to its own end.
static inline void cprocess_end_with_parent(pid_t parent) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) raise(SIGKILL);
#endif
}

// The number of the calling thread; 0 where the system has none that others could ask after.
static inline int32_t cprocess_thread(void) {
#ifdef __linux__
  return (int32_t)syscall(SYS_gettid);
#else
  return 0;
#endif
}

// Whether a signal is set to be ignored; the member that tells has another name in Swift on each system.
static inline int cprocess_ignores(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

// A new file without a name, in memory where the system has such; it goes with the last process that has it open.
static inline int cprocess_unnamed_file(void) {
#ifdef SYS_memfd_create
  const unsigned int close_on_exec = 1;
  int made = (int)syscall(SYS_memfd_create, "swingpipe", close_on_exec);
  if (made >= 0) return made;
#endif
  FILE *file = tmpfile();
  if (!file) return -1;
  int copy = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
  fclose(file);
  return copy;
}

#endif
