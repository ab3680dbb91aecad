// What Swift cannot import from hdf5.h: macros that call functions, and structs
// whose names change with the version of the library.

#ifndef CHDF5_SHIM_H
#define CHDF5_SHIM_H

#define H5_USE_110_API
#include <hdf5.h>
#include <stdint.h>

// Types in memory. The macros open the library and then read a global.
static inline hid_t chdf5_native_int8(void) { return H5T_NATIVE_INT8; }
static inline hid_t chdf5_native_int16(void) { return H5T_NATIVE_INT16; }
static inline hid_t chdf5_native_int32(void) { return H5T_NATIVE_INT32; }
static inline hid_t chdf5_native_int64(void) { return H5T_NATIVE_INT64; }
static inline hid_t chdf5_native_uint8(void) { return H5T_NATIVE_UINT8; }
static inline hid_t chdf5_native_uint16(void) { return H5T_NATIVE_UINT16; }
static inline hid_t chdf5_native_uint32(void) { return H5T_NATIVE_UINT32; }
static inline hid_t chdf5_native_uint64(void) { return H5T_NATIVE_UINT64; }
static inline hid_t chdf5_native_float(void) { return H5T_NATIVE_FLOAT; }
static inline hid_t chdf5_native_double(void) { return H5T_NATIVE_DOUBLE; }
static inline hid_t chdf5_c_string(void) { return H5T_C_S1; }
static inline size_t chdf5_variable_size(void) { return H5T_VARIABLE; }

// Types in a file, whatever the machine.
static inline hid_t chdf5_file_int8(void) { return H5T_STD_I8LE; }
static inline hid_t chdf5_file_int16(void) { return H5T_STD_I16LE; }
static inline hid_t chdf5_file_int32(void) { return H5T_STD_I32LE; }
static inline hid_t chdf5_file_int64(void) { return H5T_STD_I64LE; }
static inline hid_t chdf5_file_uint8(void) { return H5T_STD_U8LE; }
static inline hid_t chdf5_file_uint16(void) { return H5T_STD_U16LE; }
static inline hid_t chdf5_file_uint32(void) { return H5T_STD_U32LE; }
static inline hid_t chdf5_file_uint64(void) { return H5T_STD_U64LE; }
static inline hid_t chdf5_file_float(void) { return H5T_IEEE_F32LE; }
static inline hid_t chdf5_file_double(void) { return H5T_IEEE_F64LE; }

// Types that only other makers write.
static inline hid_t chdf5_file_int16_big_endian(void) { return H5T_STD_I16BE; }
static inline hid_t chdf5_file_int64_big_endian(void) { return H5T_STD_I64BE; }
static inline hid_t chdf5_file_double_big_endian(void) { return H5T_IEEE_F64BE; }

// Classes of property lists.
static inline hid_t chdf5_class_file_create(void) { return H5P_FILE_CREATE; }
static inline hid_t chdf5_class_file_access(void) { return H5P_FILE_ACCESS; }
static inline hid_t chdf5_class_group_create(void) { return H5P_GROUP_CREATE; }
static inline hid_t chdf5_class_dataset_create(void) { return H5P_DATASET_CREATE; }
static inline hid_t chdf5_class_dataset_access(void) { return H5P_DATASET_ACCESS; }
static inline hid_t chdf5_class_dataset_transfer(void) { return H5P_DATASET_XFER; }
static inline hid_t chdf5_class_link_create(void) { return H5P_LINK_CREATE; }
static inline hid_t chdf5_class_attribute_create(void) { return H5P_ATTRIBUTE_CREATE; }

// Flags and marks.
static inline unsigned chdf5_read_only(void) { return H5F_ACC_RDONLY; }
static inline unsigned chdf5_read_write(void) { return H5F_ACC_RDWR; }
static inline unsigned chdf5_truncate(void) { return H5F_ACC_TRUNC; }
static inline unsigned chdf5_exclusive(void) { return H5F_ACC_EXCL; }
static inline hsize_t chdf5_unlimited(void) { return H5S_UNLIMITED; }
static inline hid_t chdf5_default(void) { return H5P_DEFAULT; }
static inline hid_t chdf5_driver_sec2(void) { return H5FD_SEC2; }
static inline haddr_t chdf5_undefined_address(void) { return HADDR_UNDEF; }
static inline hid_t chdf5_all(void) { return H5S_ALL; }
static inline hid_t chdf5_current_stack(void) { return H5E_DEFAULT; }
static inline hid_t chdf5_every_file(void) { return (hid_t)H5F_OBJ_ALL; }
static inline unsigned chdf5_every_object(void) { return H5F_OBJ_ALL; }
static inline unsigned chdf5_local_objects(void) {
  return H5F_OBJ_LOCAL | H5F_OBJ_DATASET | H5F_OBJ_GROUP | H5F_OBJ_DATATYPE | H5F_OBJ_ATTR;
}

// Lets a file system without locks be used, as clusters have them. The environment's
// HDF5_USE_FILE_LOCKING still has the last word.
static inline herr_t chdf5_lock_where_possible(hid_t access) {
#if H5_VERSION_GE(1, 10, 7)
  return H5Pset_file_locking(access, 1, 1);
#else
  (void)access;
  return 0;
#endif
}

// Keeps at most so many bytes of a file's structures in memory, and a larger one while it is in use.
static inline herr_t chdf5_metadata_cache(hid_t access, size_t bytes) {
  H5AC_cache_config_t config;
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  herr_t status = H5Pget_mdc_config(access, &config);
  if (status < 0) return status;
  config.set_initial_size = 1;
  config.initial_size = config.min_size = config.max_size = bytes;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  return H5Pset_mdc_config(access, &config);
}

// The kind of a link, and the bytes of its value (0 for a hard link).
static inline herr_t chdf5_link_info(hid_t location, const char *name, int *kind, size_t *value_size) {
  H5L_info_t info;
  herr_t status = H5Lget_info(location, name, &info, H5P_DEFAULT);
  if (status < 0) return status;
  *kind = (int)info.type;
  *value_size = info.type == H5L_TYPE_HARD ? 0 : info.u.val_size;
  return status;
}

// The kind of the object that a name leads to.
static inline herr_t chdf5_object_type(hid_t location, const char *name, int *type) {
  H5O_info_t info;
  herr_t status = H5Oget_info_by_name2(location, name, &info, H5O_INFO_BASIC, H5P_DEFAULT);
  if (status < 0) return status;
  *type = (int)info.type;
  return status;
}

typedef void (*chdf5_name_visitor)(const char *name, void *context);

struct chdf5_visit {
  chdf5_name_visitor visitor;
  void *context;
};

static inline herr_t chdf5_visit_link(hid_t group, const char *name, const H5L_info_t *info, void *data) {
  (void)group;
  (void)info;
  struct chdf5_visit *visit = (struct chdf5_visit *)data;
  visit->visitor(name, visit->context);
  return 0;
}

static inline herr_t chdf5_visit_attribute(hid_t location, const char *name, const H5A_info_t *info, void *data) {
  (void)location;
  (void)info;
  struct chdf5_visit *visit = (struct chdf5_visit *)data;
  visit->visitor(name, visit->context);
  return 0;
}

// Visits the names of a group's links in the order of their bytes.
static inline herr_t chdf5_each_link(hid_t group, chdf5_name_visitor visitor, void *context) {
  struct chdf5_visit visit = {visitor, context};
  hsize_t position = 0;
  return H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &position, chdf5_visit_link, &visit);
}

// Visits the names of an object's attributes in the order of their bytes.
static inline herr_t chdf5_each_attribute(hid_t object, chdf5_name_visitor visitor, void *context) {
  struct chdf5_visit visit = {visitor, context};
  hsize_t position = 0;
  return H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, chdf5_visit_attribute, &visit);
}

// The name of the file that a file, group, dataset or attribute belongs to; nothing for other identifiers.
static inline int chdf5_file_name(hid_t id, char *name, size_t size) {
  switch (H5Iget_type(id)) {
    case H5I_FILE:
    case H5I_GROUP:
    case H5I_DATASET:
    case H5I_ATTR: return H5Fget_name(id, name, size) > 0;
    default: return 0;
  }
}

#endif
