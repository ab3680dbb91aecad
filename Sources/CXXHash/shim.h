#ifndef CXXHASH_SHIM_H
#define CXXHASH_SHIM_H

#include <stddef.h>
#include <xxhash.h>

#if defined(__linux__) && defined(__x86_64__)
// Of "xxh_x86dispatch.h", which not every build of the library has.
extern XXH_errorcode XXH3_128bits_update_dispatch(XXH3_state_t *state, const void *input, size_t length)
  __attribute__((weak));
#endif

// Adds bytes to a hash with the widest instructions of the processor: the plain call is compiled for the least of all
// processors of a kind, and takes half as long again. The hash is the same.
static inline void cxxhash_update(XXH3_state_t *state, const void *input, size_t length) {
#if defined(__linux__) && defined(__x86_64__)
  if (XXH3_128bits_update_dispatch) {
    XXH3_128bits_update_dispatch(state, input, length);
    return;
  }
#endif
  XXH3_128bits_update(state, input, length);
}

#endif
