import CHDF5

extension Dataset {
  /// Writes a block from memory of the caller, which holds exactly its elements, the last dimension varying fastest.
  /// - Throws: `HDF5Error`: `.outOfBounds` and `.wrongCount` before HDF5 is called, `.wrongType` if the elements are
  ///   not numbers, `.noAccess` if the file was opened for reading or the disk is full.
  public func write<Element: HDF5Element>(
    _ values: UnsafeBufferPointer<Element>, to block: Hyperslab
  ) throws(HDF5Error) {
    try object.performWrite("write \(block)") { (attempt) throws(HDF5Error) in
      try write(values, to: block, of: extent(attempt), attempt)
    }
  }

  /// Writes a block from memory of the caller; as with a buffer, with the same errors.
  public func write<Element: HDF5Element>(_ values: Span<Element>, to block: Hyperslab) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try write(buffer, to: block) }
  }

  /// Writes a block from an array; as with a buffer, with the same errors.
  public func write<Element: HDF5Element>(_ values: [Element], to block: Hyperslab) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try write(buffer, to: block) }
  }

  /// Writes all elements of the dataset.
  /// - Throws: `HDF5Error`, as for a block.
  public func write<Element: HDF5Element>(_ values: [Element]) throws(HDF5Error) {
    try object.performWrite("write") { (attempt) throws(HDF5Error) in
      let extent = try extent(attempt)
      try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in
        try write(buffer, to: Hyperslab(all: extent.shape), of: extent, attempt)
      }
    }
  }

  /// Makes a dataset larger or smaller. New elements have the dataset's fill value, 0 by default.
  /// - Throws: `HDF5Error` of kind `.outOfBounds` if the dataset is not chunked, or the shape exceeds its limits.
  public func resize(to shape: [Int]) throws(HDF5Error) {
    try object.performWrite("resize to \(shape)") { (attempt) throws(HDF5Error) in
      try resize(to: shape, from: extent(attempt), attempt)
    }
  }

  /// Adds whole rows at the end of the first dimension; after a failure the dataset is as long as it was.
  /// - Throws: `HDF5Error`: `.wrongCount` where the values do not fill whole rows, `.outOfBounds` where the dataset
  ///   cannot grow.
  public func append<Element: HDF5Element>(_ values: UnsafeBufferPointer<Element>) throws(HDF5Error) {
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
  public func append<Element: HDF5Element>(_ values: Span<Element>) throws(HDF5Error) {
    try values.withUnsafeBufferPointer { (buffer) throws(HDF5Error) in try append(buffer) }
  }

  /// Adds whole rows at the end of the first dimension; as with a buffer, with the same errors.
  public func append<Element: HDF5Element>(_ values: [Element]) throws(HDF5Error) {
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
