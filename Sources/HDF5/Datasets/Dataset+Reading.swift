import CHDF5

extension Dataset {
  /// Reads a block into memory of the caller, in the order of the file: the last dimension varies fastest.
  ///
  /// The first `block.elementCount` elements of the buffer are overwritten; they need not be initialized before.
  /// - Throws: `HDF5Error`: `.outOfBounds` and `.wrongCount` before HDF5 is called, `.wrongType` if the elements
  ///   are not numbers, `.damaged` if a checksum or a compressed chunk is wrong.
  public func read<Element: HDF5Element>(
    _ block: Hyperslab, into buffer: UnsafeMutableBufferPointer<Element>
  ) throws(HDF5Error) {
    try object.perform("read \(block)") { (attempt) throws(HDF5Error) in
      try read(block, from: extent(attempt), into: buffer, attempt)
    }
  }

  /// Reads a block into memory of the caller; as with a buffer, with the same errors.
  public func read<Element: HDF5Element>(
    _ block: Hyperslab, into span: inout MutableSpan<Element>
  ) throws(HDF5Error) {
    try span.withUnsafeMutableBufferPointer { (buffer) throws(HDF5Error) in try read(block, into: buffer) }
  }

  /// Reads whole rows, a range along the first dimension, into memory of the caller.
  /// - Throws: `HDF5Error`, as for a block.
  public func read<Element: HDF5Element>(
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
  public func read<Element: HDF5Element>(
    rows: Range<Int>, into span: inout MutableSpan<Element>
  ) throws(HDF5Error) {
    try span.withUnsafeMutableBufferPointer { (buffer) throws(HDF5Error) in try read(rows: rows, into: buffer) }
  }

  /// Reads the whole dataset.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  public func read<Element: HDF5Element>(as type: Element.Type) throws(HDF5Error) -> [Element] {
    try object.perform("read") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      return try readArray(Hyperslab(all: extent.shape), from: extent, attempt)
    }
  }

  /// Reads whole rows, a range along the first dimension.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  public func read<Element: HDF5Element>(rows: Range<Int>, as type: Element.Type) throws(HDF5Error) -> [Element] {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      return try readArray(self.block(rows: rows, of: extent.shape, attempt), from: extent, attempt)
    }
  }

  /// Reads a block.
  /// - Throws: `HDF5Error`, as for a block; `.wrongCount` if the elements need more than the machine's memory.
  public func read<Element: HDF5Element>(_ block: Hyperslab, as type: Element.Type) throws(HDF5Error) -> [Element] {
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
  func requireNumbers(_ attempt: Attempt) throws(HDF5Error) {
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
