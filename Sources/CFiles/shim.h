#ifndef CFILES_SHIM_H
#define CFILES_SHIM_H

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

// Copies up to a number of bytes from where one file stands to where another does, inside the system: copy_file_range(2),
// which headers show to GNU programs alone. -1 with errno, which is ENOSYS on systems without it.
static inline ssize_t cfiles_copy_range(int from, int to, size_t count) {
#ifdef SYS_copy_file_range
  return (ssize_t)syscall(SYS_copy_file_range, from, NULL, to, NULL, count, 0u);
#else
  (void)from, (void)to, (void)count;
  errno = ENOSYS;
  return -1;
#endif
}

// Has the file system keep space for a file's first bytes, whose number the file's size need not reach: fallocate(2). -1
// with errno, which is ENOSPC or EDQUOT where there is too little, and another one where the system cannot do it.
static inline int cfiles_keep_space(int file, off_t count) {
#ifdef SYS_fallocate
  const int keep_size = 1;  // FALLOC_FL_KEEP_SIZE
  return (int)syscall(SYS_fallocate, file, keep_size, (off_t)0, count);
#else
  (void)file, (void)count;
  errno = ENOSYS;
  return -1;
#endif
}

// Has the system begin to write a file's content out, without a wait for it.
static inline void cfiles_begin_sync(int file) {
#ifdef SYS_sync_file_range
  const unsigned int write_out = 2;  // SYNC_FILE_RANGE_WRITE
  syscall(SYS_sync_file_range, file, (off_t)0, (off_t)0, write_out);
#else
  (void)file;
#endif
}

#endif
