#ifndef CZIP_SHIM_H
#define CZIP_SHIM_H

#include <dlfcn.h>
#include <stddef.h>
#include <zip.h>

// The functions that are called, without the "zip_" of their names.
#define CZIP_FUNCTIONS(F) F(discard) F(error_code_zip) F(fclose) F(file_get_error) F(fopen_index) F(fread) \
  F(get_num_entries) F(open) F(stat_index)

struct czip_functions {
#define CZIP_MEMBER(name) __typeof__(zip_##name) *name;
  CZIP_FUNCTIONS(CZIP_MEMBER)
#undef CZIP_MEMBER
};

// Loads libzip for as long as the process lives. NULL, or why it cannot be used, in the system's words.
static inline const char *czip_load(struct czip_functions *functions) {
  // libzip itself numbers its interface 5. Debian 12 and Ubuntu 24.04 number it 4.
  void *library = dlopen("libzip.so.5", RTLD_NOW);
  if (!library) library = dlopen("libzip.so.4", RTLD_NOW);
  if (!library) return dlerror();
#define CZIP_FIND(name) \
  if (!(functions->name = (__typeof__(zip_##name) *)dlsym(library, "zip_" #name))) return dlerror();
  CZIP_FUNCTIONS(CZIP_FIND)
#undef CZIP_FIND
  return NULL;
}

#endif
