#ifndef CMATIO_SHIM_H
#define CMATIO_SHIM_H

#include <matio.h>

#endif
