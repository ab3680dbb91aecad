#ifndef CCAIRO_SHIM_H
#define CCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-svg.h>

#if !defined(CAIRO_HAS_SVG_SURFACE) || !defined(CAIRO_HAS_PNG_FUNCTIONS)
#error "swingpipe draws SVG and PNG, and this cairo was built without one of them"
#endif

#endif
