#ifndef CMINIZIP_SHIM_H
#define CMINIZIP_SHIM_H

#include <minizip/unzip.h>

#endif
