import CHDF5

extension ObjectContainer {
  /// Creates a dataset of compounds, filled with zeros and empty strings, and missing groups above it.
  ///
  /// Its members lie side by side without gaps, its numbers are little-endian.
  /// - Throws: `HDF5Error`: `.objectExists`, `.invalidArgument` if the layout does not suit the shape, or if there are
  ///   no members or two share a name, `.wrongType` for members that records cannot hold.
  public func createDataset(
    _ path: String, ofRecords type: CompoundType, shape: [Int], layout: DatasetLayout = .contiguous
  ) throws(HDF5Error) -> Dataset {
    try createDataset(path, shape: shape, layout: layout) { (attempt) throws(HDF5Error) in
      try type.makeType(inFile: true, attempt)
    }
  }
}

extension Dataset {
  /// The members of the elements of a dataset of compounds, in the order of the file.
  /// - Throws: `HDF5Error` of kind `.wrongType` if the elements are not compounds.
  public func members() throws(HDF5Error) -> [CompoundMember] {
    try object.perform("read the members") { (attempt) throws(HDF5Error) in
      try requireCompound(attempt)
      let type = try attempt.own(H5Dget_type(object.handle.id))
      return try CompoundType.members(typeID: type.id, attempt)
    }
  }

  /// Reads records: a range along the only dimension.
  /// - Parameters:
  ///   - rows: the range.
  ///   - type: the members to read, found by their names. Numbers are converted to the requested types, as those of
  ///     datasets of numbers are; strings have to be requested in their own character set.
  /// - Throws: `HDF5Error`: `.outOfBounds`; `.wrongType` if the elements are not compounds, a member cannot be
  ///   converted or records cannot hold it; `.noSuchObject` if a member does not exist; `.damaged`.
  public func readRecords(_ rows: Range<Int>, as type: CompoundType) throws(HDF5Error) -> Records {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      try requireCompound(attempt)
      let memory = try type.makeType(inFile: false, attempt)
      let stored = try attempt.own(H5Dget_type(object.handle.id))
      try requireMembers(type, in: stored.id, attempt)
      let extent = try extent(attempt)
      let block = try self.block(rows: rows, of: extent.shape, attempt)
      try validate(block, in: extent.shape, attempt)
      let count = block.elementCount
      try attempt.validateAllocation(of: count, byteCountEach: type.byteCount)
      var bytes = [UInt8](repeating: 0, count: count * type.byteCount)
      guard count > 0 else { return Records(type, bytes: bytes) }
      try validateChunks(of: block, attempt)
      try extent.select(block, attempt)
      let space = try Extent.make(block.count, attempt)
      let transfer = try PropertyList.transfer(
        recordByteCount: max(type.byteCount, H5Tget_size(stored.id)), attempt)
      let status = H5Dread(object.handle.id, memory.id, space.id, extent.handle.id, transfer.id, &bytes)
      guard status < 0 else { return Records(type, bytes: bytes) }
      throw namingFilters(attempt.libraryError(), attempt)
    }
  }

  /// Adds records at the end of the only dimension; after a failure the dataset is as long as it was.
  ///
  /// Members that the records lack are 0 or empty.
  /// - Throws: `HDF5Error`: `.wrongType` or `.noSuchObject` where the records do not suit the dataset, `.outOfBounds`
  ///   where it cannot grow.
  public func append(_ records: Records) throws(HDF5Error) {
    try object.performWrite("append \(records.count) records") { (attempt) throws(HDF5Error) in
      try requireCompound(attempt)
      let memory = try records.type.makeType(inFile: false, attempt)
      let stored = try attempt.own(H5Dget_type(object.handle.id))
      try requireMembers(records.type, in: stored.id, attempt)
      let old = try extent(attempt)
      guard old.shape.count == 1 else {
        throw attempt.error(.outOfBounds, "records need a dataset of one dimension, but its shape is \(old.shape)")
      }
      guard records.count > 0 else { return }
      let shape = [old.shape[0] + records.count]
      try resize(to: shape, from: old, attempt)
      do throws(HDF5Error) {
        let extent = try extent(attempt)
        try extent.select(Hyperslab(rows: old.shape[0]..<shape[0], of: shape), attempt)
        let space = try Extent.make([records.count], attempt)
        let transfer = try PropertyList.transfer(
          recordByteCount: max(records.type.byteCount, H5Tget_size(stored.id)), attempt)
        try attempt.check(
          H5Dwrite(object.handle.id, memory.id, space.id, extent.handle.id, transfer.id, records.bytes))
      } catch {
        H5Dset_extent(object.handle.id, old.shape.map { hsize_t($0) })
        throw error
      }
    }
  }

  private func requireCompound(_ attempt: Attempt) throws(HDF5Error) {
    if case .compound = elementType { return }
    throw attempt.error(.wrongType, "its elements are not compounds: \(elementType)")
  }

  /// Rejects members that the dataset lacks: HDF5 would silently skip them.
  private func requireMembers(_ type: CompoundType, in stored: hid_t, _ attempt: Attempt) throws(HDF5Error) {
    let names = try CompoundType.members(typeID: stored, attempt).map(\.name)
    let present = Set(names)
    for member in type.members where !present.contains(member.name) {
      throw attempt.error(.noSuchObject, NameSuggestions.missing(member.name, in: "the members", names: names))
    }
  }
}
