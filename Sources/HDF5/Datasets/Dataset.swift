import CHDF5

/// An open dataset: an array of any rank, read and written in blocks.
///
/// It can be shared between threads; reads take turns, as HDF5 handles one at a time. It stays usable until it is
/// released or its file is closed. HDF5 converts numbers between the stored and the requested type: a value outside the
/// range of an integer type becomes the nearest one in it, and fractions are cut off.
public final class Dataset: Sendable {
  /// The open object.
  let object: OpenObject

  /// The type of the elements.
  public let elementType: ElementType
  /// The byte order of the stored elements; nil where it has no meaning, as for strings.
  public let byteOrder: ByteOrder?
  /// The shape of a chunk; nil for a dataset that is not chunked.
  public let chunkShape: [Int]?
  /// The filters of the chunks, in the order in which they are applied on writing.
  public let filters: [Filter]

  /// The absolute path that the dataset was opened by.
  public var path: String { object.path }

  /// The last part of the path.
  public var name: String { ObjectPath(path).components.last ?? "" }

  /// The attributes of the dataset.
  public var attributes: Attributes { Attributes(object: object) }

  /// Looks at a dataset; to be called inside the lock.
  init(object: OpenObject, _ attempt: Attempt) throws(HDF5Error) {
    let properties = try attempt.own(H5Dget_create_plist(object.handle.id))
    let layout = H5Pget_layout(properties.id)
    if object.file.links == .refuse { try Self.refuseOutsideData(properties.id, layout, attempt) }
    let type = try attempt.own(H5Dget_type(object.handle.id))
    elementType = ElementType(typeID: type.id)
    byteOrder = ByteOrder(typeID: type.id)
    chunkShape = layout == H5D_CHUNKED ? try Self.chunkShape(properties.id, attempt) : nil
    filters = try Filter.all(in: properties.id, object.file.filters, attempt)
    self.object = object
  }

  /// Looks at an existing dataset; one that claims more than its file can hold is rejected.
  convenience init(existing object: OpenObject, _ attempt: Attempt) throws(HDF5Error) {
    try self.init(object: object, attempt)
    let properties = try attempt.own(H5Dget_create_plist(object.handle.id))
    // Values in other files, if these are allowed, are not limited by the size of this file.
    guard try Self.outsidePath(properties.id, H5Pget_layout(properties.id), attempt) == nil else { return }
    try StorageClaim(of: object, chunkShape: chunkShape, filters, attempt).validate(attempt)
  }

  private static func refuseOutsideData(
    _ properties: hid_t, _ layout: H5D_layout_t, _ attempt: Attempt
  ) throws(HDF5Error) {
    guard let path = try outsidePath(properties, layout, attempt) else { return }
    throw attempt.error(
      .linkRefused, "its values lie in another file, \(path), and links to other files are not followed")
  }

  /// The first other file that the values lie in; nil if they are in this one.
  private static func outsidePath(
    _ properties: hid_t, _ layout: H5D_layout_t, _ attempt: Attempt
  ) throws(HDF5Error) -> String? {
    let count = layout == H5D_CHUNKED ? 0 : try attempt.check(H5Pget_external_count(properties))
    guard layout == H5D_VIRTUAL || count > 0 else { return nil }
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    if layout == H5D_VIRTUAL {
      // Without a mapping there is no name.
      _ = H5Pget_virtual_filename(properties, 0, &name, name.count)
    } else {
      try attempt.check(H5Pget_external(properties, 0, name.count - 1, &name, nil, nil))
    }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func chunkShape(_ properties: hid_t, _ attempt: Attempt) throws(HDF5Error) -> [Int] {
    let rank = try attempt.check(H5Pget_chunk(properties, 0, nil))
    var sizes = [hsize_t](repeating: 0, count: Int(rank))
    try attempt.check(H5Pget_chunk(properties, rank, &sizes))
    return sizes.map { Int(clamping: $0) }
  }

  /// The number of elements along each dimension, as of now: empty for a scalar, [0] for an empty dataspace.
  public var shape: [Int] {
    get throws(HDF5Error) {
      try object.perform("read the shape") { (attempt) throws(HDF5Error) in try extent(attempt).shape }
    }
  }

  /// The largest size of each dimension; nil for no limit.
  public var maximumShape: [Int?] {
    get throws(HDF5Error) {
      try object.perform("read the shape") { (attempt) throws(HDF5Error) in try extent(attempt).maximumShape }
    }
  }

  /// The current dataspace.
  func extent(_ attempt: Attempt) throws(HDF5Error) -> Extent {
    try Extent(adopting: attempt.own(H5Dget_space(object.handle.id)), attempt)
  }
}

extension ObjectContainer {
  /// Opens a dataset.
  /// - Parameters:
  ///   - path: its path from here, or from the root where it begins with "/".
  ///   - chunkCacheByteCount: how many bytes of decoded chunks HDF5 keeps, 1 MiB by default, 0 for none. Reading less
  ///     than a chunk at a time is slow unless its chunks fit. A dataset that is open already keeps its cache.
  /// - Throws: `HDF5Error`: `.noSuchObject` with the names that there are, `.wrongObject` where the path leads to a
  ///   group, `.linkRefused` or `.danglingLink`, `.unsupported` for a filter that the file's policy refuses, and
  ///   `.damaged` where it claims more than the file can hold (``StorageLimits``).
  public func openDataset(_ path: String, chunkCacheByteCount: Int? = nil) throws(HDF5Error) -> Dataset {
    let object = group.object
    let parts = ObjectPath(path)
    let target = parts.absolute(from: object.path)
    return try object.perform("open the dataset", on: target) { (attempt) throws(HDF5Error) in
      try attempt.validate(name: path, "path")
      try object.require(H5O_TYPE_DATASET, "a dataset", at: parts, attempt)
      let access = try PropertyList.datasetAccess(chunkCacheByteCount: chunkCacheByteCount, attempt)
      let handle = try attempt.own(H5Dopen2(object.start(of: parts), parts.relative, access.id))
      return try Dataset(existing: OpenObject(file: object.file, path: target, handle: handle), attempt)
    }
  }
}
