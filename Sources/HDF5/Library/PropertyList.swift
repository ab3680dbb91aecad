import CHDF5

/// The property lists that more than one operation needs.
enum PropertyList {
  /// For a new link in an existing group.
  ///
  /// A name in ASCII is marked as ASCII, as in h5py. A name marked as UTF-8 creates another kind of group: when such a
  /// group is removed, HDF5 leaves a part of it in the file.
  static func linkCreation(for name: some StringProtocol, _ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_link_create()))
    let isPlain = name.utf8.allSatisfy { $0 < 0x80 }
    try attempt.check(H5Pset_char_encoding(list.id, isPlain ? H5T_CSET_ASCII : H5T_CSET_UTF8))
    return list
  }

  /// For new groups: they carry no times.
  static func groupCreation(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_group_create()))
    try attempt.check(H5Pset_obj_track_times(list.id, false))
    return list
  }

  /// For new files: the root group carries no times.
  static func fileCreation(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_file_create()))
    try attempt.check(H5Pset_obj_track_times(list.id, false))
    return list
  }

  /// For opening files.
  static func fileAccess(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_file_access()))
    try attempt.check(chdf5_lock_where_possible(list.id))
    return list
  }

  /// How many bytes of a file's structures, in their stored form, the library keeps while the file is only read.
  ///
  /// The structures are mostly nodes of indexes. They take several times as many bytes in memory, and the library uses
  /// them one after another. With the library's own limit of 32 MiB, the 38,000 chunks of a day took 11 MiB.
  static let metadataByteCount = 256 << 10

  /// The number of slots of a chunk cache with a custom size. The HDF5 manual advises a prime well above the largest
  /// number of cached chunks. The slots take 100 kB.
  private static let chunkCacheSlotCount = 12_421

  /// For opening datasets.
  static func datasetAccess(chunkCacheByteCount: Int?, _ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_dataset_access()))
    guard let chunkCacheByteCount else { return list }
    guard chunkCacheByteCount >= 0 else {
      throw attempt.error(.invalidArgument, "a chunk cache of \(chunkCacheByteCount) bytes is not possible")
    }
    // A weight below zero keeps the library's own weight.
    try attempt.check(H5Pset_chunk_cache(list.id, chunkCacheSlotCount, chunkCacheByteCount, -1))
    return list
  }

  /// The size of the buffer in which the library converts elements: 1 MiB, which is also its own default.
  private static let conversionByteCount = 1 << 20

  /// For reading and writing records: the conversion buffer must have room for at least one record.
  static func transfer(recordByteCount: Int, _ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_dataset_transfer()))
    try attempt.validateAllocation(of: 1, byteCountEach: recordByteCount)
    try attempt.check(H5Pset_buffer(list.id, max(recordByteCount, conversionByteCount), nil, nil))
    return list
  }
}
