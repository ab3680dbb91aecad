#ifndef CCAIRO_SHIM_H
#define CCAIRO_SHIM_H

#include <cairo/cairo.h>
#include <cairo/cairo-svg.h>
#include <dlfcn.h>
#include <stddef.h>

#if !defined(CAIRO_HAS_SVG_SURFACE) || !defined(CAIRO_HAS_PNG_FUNCTIONS)
#error "swingpipe draws SVG and PNG, and this cairo was built without one of them"
#endif

#ifdef __APPLE__
#define CCAIRO_LIBRARY "libcairo.2.dylib"
#else
#define CCAIRO_LIBRARY "libcairo.so.2"
#endif

// The functions that are called, without the "cairo_" of their names.
#define CCAIRO_FUNCTIONS(F) F(arc) F(clip) F(close_path) F(create) F(destroy) F(fill) F(fill_preserve) \
  F(font_options_create) F(font_options_destroy) F(font_options_set_antialias) F(font_options_set_hint_metrics) \
  F(font_options_set_hint_style) F(image_surface_create) F(image_surface_get_data) F(image_surface_get_height) \
  F(image_surface_get_stride) F(image_surface_get_width) F(line_to) F(move_to) F(new_path) F(rectangle) F(restore) \
  F(rotate) F(save) F(select_font_face) F(set_dash) F(set_font_options) F(set_font_size) F(set_line_cap) \
  F(set_line_join) F(set_line_width) F(set_source_rgba) F(show_text) F(status) F(status_to_string) F(stroke) \
  F(surface_destroy) F(surface_finish) F(surface_flush) F(surface_set_device_scale) F(surface_status) \
  F(surface_write_to_png_stream) F(svg_surface_create_for_stream) F(svg_surface_set_document_unit) F(text_extents) \
  F(text_path) F(translate)

struct ccairo_functions {
#define CCAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
  CCAIRO_FUNCTIONS(CCAIRO_MEMBER)
#undef CCAIRO_MEMBER
};

// Loads cairo for as long as the process lives. NULL, or why it cannot be used, in the system's words.
static inline const char *ccairo_load(struct ccairo_functions *functions) {
  void *library = dlopen(CCAIRO_LIBRARY, RTLD_NOW);
  if (!library) return dlerror();
#define CCAIRO_FIND(name) \
  if (!(functions->name = (__typeof__(cairo_##name) *)dlsym(library, "cairo_" #name))) return dlerror();
  CCAIRO_FUNCTIONS(CCAIRO_FIND)
#undef CCAIRO_FIND
  return NULL;
}

#endif
