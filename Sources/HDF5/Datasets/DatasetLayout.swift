import CHDF5

/// How a new dataset is laid out in its file.
package struct DatasetLayout: Sendable, Hashable {
  /// The shape of a chunk, of the dataset's rank; nil stores the values in one piece.
  package var chunkShape: [Int]?
  /// The level of gzip compression, 0 to 9; nil for none. It needs chunks.
  package var gzipLevel: Int?
  /// Whether the bytes of a chunk are sorted by significance before compression, which helps it. It needs chunks.
  package var shuffle: Bool
  /// Whether each chunk carries a Fletcher-32 checksum that is verified on reading. It needs chunks.
  package var fletcher32: Bool
  /// Whether the first dimension can grow without limit. It needs chunks.
  package var isExtendible: Bool
  /// Whether the dataset carries the time of its last change; without it equal content makes equal bytes.
  package var tracksTimes: Bool

  /// A layout; the filters apply in the order shuffle, gzip, checksum.
  package init(
    chunkShape: [Int]? = nil, gzipLevel: Int? = nil, shuffle: Bool = false, fletcher32: Bool = false,
    isExtendible: Bool = false, tracksTimes: Bool = false
  ) {
    self.chunkShape = chunkShape
    self.gzipLevel = gzipLevel
    self.shuffle = shuffle
    self.fletcher32 = fletcher32
    self.isExtendible = isExtendible
    self.tracksTimes = tracksTimes
  }

  /// In one piece, without filters.
  package static let contiguous = DatasetLayout()

  /// Shuffled and compressed chunks of a dataset that can grow.
  package static func compressed(chunkShape: [Int], gzipLevel: Int = 4) -> DatasetLayout {
    DatasetLayout(chunkShape: chunkShape, gzipLevel: gzipLevel, shuffle: true, isExtendible: true)
  }
}

extension DatasetLayout {
  /// The largest number of dimensions in HDF5.
  private static let maximumRank = 32

  /// Rejects a layout that does not suit a shape, in plainer words than the library's.
  fileprivate func validate(for shape: [Int], _ attempt: Attempt) throws(HDF5Error) {
    if shape.count > Self.maximumRank {
      throw attempt.error(.invalidArgument, "the shape \(shape) has more than \(Self.maximumRank) dimensions")
    }
    if shape.contains(where: { $0 < 0 }) {
      throw attempt.error(.invalidArgument, "the shape \(shape) has a negative size")
    }
    guard let chunkShape else {
      guard gzipLevel == nil, !shuffle, !fletcher32, !isExtendible else {
        throw attempt.error(.invalidArgument, "gzip, shuffle, fletcher32 and growth need a chunk shape")
      }
      return
    }
    guard chunkShape.count == shape.count, !shape.isEmpty, chunkShape.allSatisfy({ $0 > 0 }) else {
      throw attempt.error(
        .invalidArgument, "the chunk shape \(chunkShape) needs a positive size for each dimension of \(shape)")
    }
    for dimension in shape.indices where !(isExtendible && dimension == 0) {
      guard chunkShape[dimension] > shape[dimension] else { continue }
      throw attempt.error(
        .invalidArgument, "the chunk shape \(chunkShape) is larger than the shape \(shape), which cannot grow there")
    }
    if let gzipLevel, !(0...9).contains(gzipLevel) {
      throw attempt.error(.invalidArgument, "the gzip level \(gzipLevel) is not between 0 and 9")
    }
  }

  /// The library's creation properties for the layout.
  fileprivate func makeProperties(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    let list = try attempt.own(H5Pcreate(chdf5_class_dataset_create()))
    try attempt.check(H5Pset_obj_track_times(list.id, tracksTimes))
    guard let chunkShape else { return list }
    try attempt.check(H5Pset_chunk(list.id, Int32(chunkShape.count), chunkShape.map { hsize_t($0) }))
    if shuffle { try attempt.check(H5Pset_shuffle(list.id)) }
    if let gzipLevel { try attempt.check(H5Pset_deflate(list.id, UInt32(gzipLevel))) }
    if fletcher32 { try attempt.check(H5Pset_fletcher32(list.id)) }
    return list
  }
}

extension ObjectContainer {
  /// Creates a dataset of numbers, little-endian and all 0, and missing groups above it.
  /// - Parameters:
  ///   - path: The path from this group, or from the root if it begins with "/".
  ///   - type: The type of its elements in the file.
  ///   - shape: The number of elements along each dimension; empty for a scalar.
  ///   - layout: Chunks, filters, and whether the first dimension can grow.
  /// - Throws: `HDF5Error`: `.objectExists`, or `.invalidArgument` if the layout does not suit the shape.
  package func createDataset<Element: HDF5Element>(
    _ path: String, of type: Element.Type, shape: [Int], layout: DatasetLayout = .contiguous
  ) throws(HDF5Error) -> Dataset {
    try createDataset(path, shape: shape, layout: layout) { (attempt) throws(HDF5Error) in
      try attempt.own(H5Tcopy(NumberTypes(type).file))
    }
  }

  /// Creates a dataset of strings, all empty, and missing groups above it.
  /// - Throws: `HDF5Error`: `.objectExists`, or `.invalidArgument` if the layout does not suit the shape.
  package func createDataset(
    _ path: String, ofStrings format: StringFormat, shape: [Int], layout: DatasetLayout = .contiguous
  ) throws(HDF5Error) -> Dataset {
    try createDataset(path, shape: shape, layout: layout) { (attempt) throws(HDF5Error) in
      try format.makeType(attempt)
    }
  }

  func createDataset(
    _ path: String, shape: [Int], layout: DatasetLayout, type: (Attempt) throws(HDF5Error) -> Handle
  ) throws(HDF5Error) -> Dataset {
    let object = group.object
    let parts = ObjectPath(path)
    let target = parts.absolute(from: object.path)
    return try object.performWrite("create the dataset", on: target) { (attempt) throws(HDF5Error) in
      try object.requireVacancy(at: parts, path, attempt)
      try layout.validate(for: shape, attempt)
      try object.makeGroups(above: parts, attempt)
      let type = try type(attempt)
      let space = try Extent.make(shape, isExtendible: layout.isExtendible, attempt)
      let properties = try layout.makeProperties(attempt)
      let links = try PropertyList.linkCreation(for: parts.components.last ?? "", attempt)
      let id = H5Dcreate2(
        object.start(of: parts), parts.relative, type.id, space.id, links.id, properties.id, chdf5_default())
      let handle = try attempt.own(id)
      return try Dataset(object: OpenObject(file: object.file, path: target, handle: handle), attempt)
    }
  }
}
