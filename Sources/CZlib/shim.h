#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

// zlib starts its streams with macros, which Swift does not see. 15 is the largest window; 16 more ask for the gzip
// header and trailer, and 32 more for either header to be recognised.

static const int czlib_gzip = 15 + 16;
static const int czlib_gzip_or_zlib = 15 + 32;

static inline int czlib_deflate_start(z_stream *stream, int level, int window_bits) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}

static inline int czlib_inflate_start(z_stream *stream, int window_bits) { return inflateInit2(stream, window_bits); }

#endif
