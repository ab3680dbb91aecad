import CHDF5

/// An open dataset: an array of any rank, read and written in blocks.
///
/// It can be shared between threads; reads take turns, as HDF5 handles one at a time. It stays usable until it is
/// released or its file is closed. HDF5 converts numbers between the stored and the requested type: a value outside the
/// range of an integer type becomes the nearest one in it, and fractions are cut off.
package final class Dataset: Sendable {
  /// The open object.
  let object: OpenObject

  /// The type of the elements.
  package let elementType: ElementType
  /// The byte order of the stored elements; nil if the elements do not have a byte order, for example strings.
  package let byteOrder: ByteOrder?
  /// The shape of a chunk; nil for a dataset that is not chunked.
  package let chunkShape: [Int]?
  /// The filters of the chunks, in the order in which they are applied on writing.
  package let filters: [Filter]

  /// The absolute path that the dataset was opened by.
  package var path: String { object.path }

  /// The last part of the path.
  package var name: String { ObjectPath(path).components.last ?? "" }

  /// The attributes of the dataset.
  package var attributes: Attributes { Attributes(object: object) }

  /// Reads the properties of a dataset. Must be called inside the lock.
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

  /// Reads the properties of an existing dataset. Rejects a dataset that claims more than its file can contain.
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

  /// The path of the first other file that contains values of the dataset; nil if this file contains all values.
  private static func outsidePath(
    _ properties: hid_t, _ layout: H5D_layout_t, _ attempt: Attempt
  ) throws(HDF5Error) -> String? {
    let count = layout == H5D_CHUNKED ? 0 : try attempt.check(H5Pget_external_count(properties))
    guard layout == H5D_VIRTUAL || count > 0 else { return nil }
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    if layout == H5D_VIRTUAL {
      // A virtual dataset without a mapping leaves the name empty.
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
  package var shape: [Int] {
    get throws(HDF5Error) {
      try object.perform("read the shape") { (attempt) throws(HDF5Error) in try extent(attempt).shape }
    }
  }

  /// The largest size of each dimension; nil for no limit.
  package var maximumShape: [Int?] {
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
  ///   - path: The path from this group, or from the root if it begins with "/".
  ///   - chunkCacheByteCount: How many bytes of decoded chunks HDF5 keeps: 1 MiB by default, 0 to keep nothing. Reading
  ///     less than a chunk at a time is slow unless the chunks fit. A dataset that is already open keeps its cache.
  /// - Throws: `HDF5Error`: `.noSuchObject` with the existing names, or `.wrongObject` if the path leads to a group.
  ///   `.linkRefused` or `.danglingLink`. `.unsupported` for a filter that the policy of the file rejects. `.damaged`
  ///   if the dataset claims more than the file can contain (`StorageLimits`).
  package func openDataset(_ path: String, chunkCacheByteCount: Int? = nil) throws(HDF5Error) -> Dataset {
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

// MARK: Reading

extension Dataset {
  /// Reads a block into memory of the caller, in the order of the file: the last dimension varies fastest.
  ///
  /// The first `block.elementCount` elements of the buffer are overwritten; they need not be initialized before.
  /// - Throws: `HDF5Error`: `.outOfBounds` and `.wrongCount` before HDF5 is called, `.wrongType` if the elements
  ///   are not numbers, `.damaged` if a checksum or a compressed chunk is wrong.
  package func read<Element: HDF5Element>(
    _ block: Hyperslab, into buffer: UnsafeMutableBufferPointer<Element>
  ) throws(HDF5Error) {
    try object.perform("read \(block)") { (attempt) throws(HDF5Error) in
      try read(block, from: extent(attempt), into: buffer, attempt)
    }
  }

  /// Reads a block into memory of the caller; as with a buffer, with the same errors.
  package func read<Element: HDF5Element>(
    _ block: Hyperslab, into span: inout MutableSpan<Element>
  ) throws(HDF5Error) {
    try span.withUnsafeMutableBufferPointer { (buffer) throws(HDF5Error) in try read(block, into: buffer) }
  }

  /// Reads whole rows, a range along the first dimension, into memory of the caller.
  /// - Throws: `HDF5Error`, as for a block.
  package func read<Element: HDF5Element>(
    rows: Range<Int>, into buffer: UnsafeMutableBufferPointer<Element>
  ) throws(HDF5Error) {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      let block = try self.block(rows: rows, of: extent.shape, attempt)
      try read(block, from: extent, into: buffer, attempt)
    }
  }

  /// Reads whole rows, a range along the first dimension, into memory of the caller.
  /// - Throws: `HDF5Error`, as for a block.
  package func read<Element: HDF5Element>(
    rows: Range<Int>, into span: inout MutableSpan<Element>
  ) throws(HDF5Error) {
    try span.withUnsafeMutableBufferPointer { (buffer) throws(HDF5Error) in try read(rows: rows, into: buffer) }
  }

  /// Reads the whole dataset.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  package func read<Element: HDF5Element>(as type: Element.Type) throws(HDF5Error) -> [Element] {
    try object.perform("read") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      return try readArray(Hyperslab(all: extent.shape), from: extent, attempt)
    }
  }

  /// Reads whole rows, a range along the first dimension.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  package func read<Element: HDF5Element>(rows: Range<Int>, as type: Element.Type) throws(HDF5Error) -> [Element] {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      return try readArray(self.block(rows: rows, of: extent.shape, attempt), from: extent, attempt)
    }
  }

  /// Reads a block.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  package func read<Element: HDF5Element>(_ block: Hyperslab, as type: Element.Type) throws(HDF5Error) -> [Element] {
    try object.perform("read \(block)") { (attempt) throws(HDF5Error) in
      try readArray(block, from: extent(attempt), attempt)
    }
  }
}

extension Dataset {
  /// The block of whole rows; a scalar is rejected.
  func block(rows: Range<Int>, of shape: [Int], _ attempt: Attempt) throws(HDF5Error) -> Hyperslab {
    guard !shape.isEmpty else { throw attempt.error(.outOfBounds, "the dataset is a scalar and has no rows") }
    return Hyperslab(rows: rows, of: shape)
  }

  /// Rejects a block that does not lie within the shape.
  func validate(_ block: Hyperslab, in shape: [Int], _ attempt: Attempt) throws(HDF5Error) {
    guard !block.fits(shape) else { return }
    throw attempt.error(.outOfBounds, "the selection (\(block)) does not fit the shape \(shape)")
  }

  /// Rejects elements that are not numbers, which HDF5 could not convert.
  private func requireNumbers(_ attempt: Attempt) throws(HDF5Error) {
    guard !elementType.isNumber else { return }
    throw attempt.error(.wrongType, "its elements are not numbers: \(elementType)")
  }

  /// Names the missing filters, if that is why HDF5 has failed.
  func namingFilters(_ error: HDF5Error, _ attempt: Attempt) -> HDF5Error {
    let missing = filters.filter { !$0.isAvailable }.map(\.origin)
    guard error.kind == .unsupported, !missing.isEmpty else { return error }
    let reason = "this HDF5 library lacks a filter that the data need: \(missing.joined(separator: ", "))"
    return attempt.error(.unsupported, reason, stack: error.stack)
  }

  private func readArray<Element: HDF5Element>(
    _ block: Hyperslab, from extent: borrowing Extent, _ attempt: Attempt
  ) throws(HDF5Error) -> [Element] {
    try validate(block, in: extent.shape, attempt)
    let count = block.elementCount
    try attempt.validateAllocation(of: count, byteCountEach: MemoryLayout<Element>.stride)
    var failure: HDF5Error?
    let values = [Element](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // The buffer may be larger than was asked for.
      let wanted = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      do throws(HDF5Error) {
        try read(block, from: extent, into: wanted, attempt)
        initializedCount = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return values
  }

  private func read<Element: HDF5Element>(
    _ block: Hyperslab, from extent: borrowing Extent, into buffer: UnsafeMutableBufferPointer<Element>,
    _ attempt: Attempt
  ) throws(HDF5Error) {
    try requireNumbers(attempt)
    try validate(block, in: extent.shape, attempt)
    let count = block.elementCount
    guard buffer.count >= count else {
      throw attempt.error(.wrongCount, "the selection has \(count) elements, but room for \(buffer.count) was given")
    }
    guard count > 0, let base = buffer.baseAddress else { return }
    try validateChunks(of: block, attempt)
    try extent.select(block, attempt)
    // A memory space of the block's own shape, not a flat one, keeps HDF5 from visiting elements one by one.
    let memory = try Extent.make(block.count, attempt)
    let types = NumberTypes(Element.self)
    let status = H5Dread(object.handle.id, types.memory, memory.id, extent.handle.id, chdf5_default(), base)
    guard status < 0 else { return }
    throw namingFilters(attempt.libraryError(), attempt)
  }
}

// MARK: Writing

extension Dataset {
  /// Writes a block from memory of the caller, which holds exactly its elements, the last dimension varying fastest.
  /// - Throws: `HDF5Error`: `.outOfBounds` and `.wrongCount` before HDF5 is called, `.wrongType` if the elements are
  ///   not numbers, `.noAccess` if the file was opened for reading or the disk is full.
  package func write<Element: HDF5Element>(
    _ values: UnsafeBufferPointer<Element>, to block: Hyperslab
  ) throws(HDF5Error) {
    try object.performWrite("write \(block)") { (attempt) throws(HDF5Error) in
      try write(values, to: block, of: extent(attempt), attempt)
    }
  }

  /// Writes a block from memory of the caller; as with a buffer, with the same errors.
  package func write<Element: HDF5Element>(_ values: Span<Element>, to block: Hyperslab) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try write(buffer, to: block) }
  }

  /// Writes a block from an array; as with a buffer, with the same errors.
  package func write<Element: HDF5Element>(_ values: [Element], to block: Hyperslab) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try write(buffer, to: block) }
  }

  /// Writes all elements of the dataset.
  /// - Throws: `HDF5Error`, as for a block.
  package func write<Element: HDF5Element>(_ values: [Element]) throws(HDF5Error) {
    try object.performWrite("write") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in
        try write(buffer, to: Hyperslab(all: extent.shape), of: extent, attempt)
      }
    }
  }

  /// Makes a dataset larger or smaller. New elements have the dataset's fill value, 0 by default.
  /// - Throws: `HDF5Error` of kind `.outOfBounds` if the dataset is not chunked, or the shape exceeds its limits.
  package func resize(to shape: [Int]) throws(HDF5Error) {
    try object.performWrite("resize to \(shape)") { (attempt) throws(HDF5Error) in
      try resize(to: shape, from: extent(attempt), attempt)
    }
  }

  /// Adds whole rows at the end of the first dimension. If this fails, the dataset keeps its length.
  /// - Throws: `HDF5Error`: `.wrongCount` if the values do not fill whole rows, `.outOfBounds` if the dataset cannot
  ///   grow.
  package func append<Element: HDF5Element>(_ values: UnsafeBufferPointer<Element>) throws(HDF5Error) {
    try object.performWrite("append \(values.count) elements") { (attempt) throws(HDF5Error) in
      try requireNumbers(attempt)
      let old = try extent(attempt)
      let rows = try rowCount(of: values.count, shape: old.shape, attempt)
      guard rows > 0 else { return }
      var shape = old.shape
      shape[0] += rows
      try resize(to: shape, from: old, attempt)
      do throws(HDF5Error) {
        let block = Hyperslab(rows: old.shape[0]..<shape[0], of: shape)
        try write(values, to: block, of: extent(attempt), attempt)
      } catch {
        H5Dset_extent(object.handle.id, old.shape.map { hsize_t($0) })
        throw error
      }
    }
  }

  /// Adds whole rows at the end of the first dimension; as with a buffer, with the same errors.
  package func append<Element: HDF5Element>(_ values: Span<Element>) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try append(buffer) }
  }

  /// Adds whole rows at the end of the first dimension; as with a buffer, with the same errors.
  package func append<Element: HDF5Element>(_ values: [Element]) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try append(buffer) }
  }
}

extension Dataset {
  private func write<Element: HDF5Element>(
    _ values: UnsafeBufferPointer<Element>, to block: Hyperslab, of extent: borrowing Extent, _ attempt: Attempt
  ) throws(HDF5Error) {
    try requireNumbers(attempt)
    try validate(block, in: extent.shape, attempt)
    let count = block.elementCount
    guard values.count == count else {
      throw attempt.error(.wrongCount, "the selection has \(count) elements, but \(values.count) values were given")
    }
    guard count > 0, let base = values.baseAddress else { return }
    try extent.select(block, attempt)
    let memory = try Extent.make(block.count, attempt)
    let types = NumberTypes(Element.self)
    try attempt.check(
      H5Dwrite(object.handle.id, types.memory, memory.id, extent.handle.id, chdf5_default(), base))
  }

  func resize(
    to shape: [Int], from extent: borrowing Extent, _ attempt: Attempt
  ) throws(HDF5Error) {
    guard chunkShape != nil else {
      throw attempt.error(.outOfBounds, "the dataset is not chunked and keeps its shape \(extent.shape)")
    }
    let limits = extent.maximumShape
    let fits =
      shape.count == limits.count
      && zip(shape, limits).allSatisfy { size, limit in size >= 0 && size <= limit ?? Int.max }
    guard fits else {
      let words = limits.map { $0.map(String.init) ?? "unlimited" }.joined(separator: ", ")
      throw attempt.error(.outOfBounds, "the dataset of shape \(extent.shape) can grow up to [\(words)]")
    }
    try attempt.check(H5Dset_extent(object.handle.id, shape.map { hsize_t($0) }))
  }

  /// How many whole rows a number of elements makes; elements that do not make whole rows are rejected.
  private func rowCount(of elementCount: Int, shape: [Int], _ attempt: Attempt) throws(HDF5Error) -> Int {
    guard !shape.isEmpty else { throw attempt.error(.outOfBounds, "the dataset is a scalar and has no rows") }
    let width = Hyperslab.product(shape.dropFirst())
    guard elementCount > 0 else { return 0 }
    guard width > 0, elementCount.isMultiple(of: width) else {
      throw attempt.error(.wrongCount, "\(elementCount) elements do not make whole rows of \(width)")
    }
    return elementCount / width
  }
}

// MARK: Strings

extension Dataset {
  /// Reads all strings of a dataset of strings, without their padding; a scalar gives one string.
  /// - Throws: `HDF5Error` of kind `.wrongType` if the elements are not strings or their bytes are invalid.
  package func readStrings() throws(HDF5Error) -> [String] {
    try object.perform("read the strings") { (attempt) throws(HDF5Error) in
      let transfer = StringTransfer(format: try stringFormat(attempt), attempt: attempt)
      let extent = try extent(attempt)
      let type = try attempt.own(H5Dget_type(object.handle.id))
      try validateChunks(of: Hyperslab(all: extent.shape), attempt)
      return try transfer.read(
        count: extent.elementCount, type: type.id, space: extent.handle.id, of: object
      ) { type, memory in
        H5Dread(object.handle.id, type, chdf5_all(), chdf5_all(), chdf5_default(), memory)
      }
    }
  }

  /// Writes all strings of a dataset of strings.
  /// - Throws: `HDF5Error`: `.wrongCount` if the number of strings, or the length of a string, does not fit;
  ///   `.wrongType` if the elements are not strings; `.invalidArgument` if a string contains a NUL, or is not ASCII in
  ///   an ASCII format.
  package func writeStrings(_ strings: [String]) throws(HDF5Error) {
    try object.performWrite("write the strings") { (attempt) throws(HDF5Error) in
      let transfer = StringTransfer(format: try stringFormat(attempt), attempt: attempt)
      let count = try extent(attempt).elementCount
      guard strings.count == count else {
        throw attempt.error(.wrongCount, "the dataset has \(count) elements, but \(strings.count) strings were given")
      }
      let type = try attempt.own(H5Dget_type(object.handle.id))
      try transfer.write(strings) { memory in
        H5Dwrite(object.handle.id, type.id, chdf5_all(), chdf5_all(), chdf5_default(), memory)
      }
    }
  }

  private func stringFormat(_ attempt: Attempt) throws(HDF5Error) -> StringFormat {
    guard case .string(let format) = elementType else {
      throw attempt.error(.wrongType, "its elements are not strings: \(elementType)")
    }
    return format
  }
}
