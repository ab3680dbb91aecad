import CHDF5

extension ObjectContainer {
  /// Creates a dataset of compounds, filled with zeros and empty strings, and missing groups above it.
  ///
  /// The members are stored side by side without gaps. The numbers are little-endian.
  /// - Throws: `HDF5Error`: `.objectExists`, `.invalidArgument` if the layout does not suit the shape, or if there are
  ///   no members or two share a name, `.wrongType` for members that records cannot hold.
  package func createDataset(
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
  package func members() throws(HDF5Error) -> [CompoundMember] {
    try object.perform("read the members") { (attempt) throws(HDF5Error) in
      let type = try compoundType(attempt)
      return try CompoundType.members(typeID: type.id, attempt)
    }
  }

  /// Reads records: a range along the only dimension.
  /// - Parameters:
  ///   - rows: The range.
  ///   - type: The members to read, found by their names. Numbers are converted to the requested types, as in datasets
  ///     of numbers. Strings must be requested in their stored character set.
  /// - Throws: `HDF5Error`: `.outOfBounds`; `.wrongType` if the elements are not compounds, a member cannot be
  ///   converted or records cannot hold it; `.noSuchObject` if a member does not exist; `.damaged`.
  package func readRecords(_ rows: Range<Int>, as type: CompoundType) throws(HDF5Error) -> Records {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      let stored = try compoundType(attempt)
      let memory = try type.makeType(inFile: false, attempt)
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

  /// Adds records at the end of the only dimension. If this fails, the dataset keeps its length.
  ///
  /// Members that the records do not have become 0 or empty.
  /// - Throws: `HDF5Error`: `.wrongType` or `.noSuchObject` if the records do not suit the dataset, `.outOfBounds` if
  ///   the dataset cannot grow.
  package func append(_ records: Records) throws(HDF5Error) {
    try object.performWrite("append \(records.count) records") { (attempt) throws(HDF5Error) in
      let stored = try compoundType(attempt)
      let memory = try records.type.makeType(inFile: false, attempt)
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

  /// The type of the elements in the file; rejects elements that are not compounds.
  private func compoundType(_ attempt: Attempt) throws(HDF5Error) -> Handle {
    guard case .compound = elementType else {
      throw attempt.error(.wrongType, "its elements are not compounds: \(elementType)")
    }
    return try attempt.own(H5Dget_type(object.handle.id))
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

/// A member of a compound: one value, or an array of values such as the three axes of a sensor.
package struct CompoundField: Sendable, Hashable {
  /// The name.
  package let name: String
  /// The number of values in each record; nil for a member that does not hold numbers.
  package let valueCount: Int?
}

extension Dataset {
  /// The most values of one record: far more than any table of sensors has.
  private static let mostFieldValues = 4096

  /// The members of a dataset of compounds, also arrays of numbers, in the order of the file.
  /// - Throws: `HDF5Error` of kind `.wrongType` if the elements are not compounds.
  package func fields() throws(HDF5Error) -> [CompoundField] {
    try object.perform("read the members") { (attempt) throws(HDF5Error) in
      let type = try compoundType(attempt)
      let names = try CompoundType.members(typeID: type.id, attempt).map(\.name)
      var fields: [CompoundField] = []
      for (index, name) in names.enumerated() {
        let shape = try Self.shape(ofMember: index, of: type.id, attempt)
        fields.append(CompoundField(name: name, valueCount: shape.map(Hyperslab.product)))
      }
      return fields
    }
  }

  /// Reads some members of records. Numbers of any stored type are converted.
  /// - Parameters:
  ///   - rows: A range along the first dimension.
  ///   - names: The members. The values of each record follow each other in this order.
  /// - Throws: `HDF5Error`: `.outOfBounds`; `.wrongType` if the elements are not compounds or a member does not hold
  ///   numbers; `.noSuchObject` if a member does not exist; `.damaged`.
  package func read<Element: HDF5Element>(
    rows: Range<Int>, fields names: [String], as element: Element.Type
  ) throws(HDF5Error) -> [Element] {
    try object.perform("read rows \(rows)") { (attempt) throws(HDF5Error) in
      let stored = try compoundType(attempt)
      let members = try members(names, of: stored.id, attempt)
      let width = members.reduce(0) { $0 + Hyperslab.product($1.shape) }
      let stride = MemoryLayout<Element>.stride
      let memory = try Self.recordType(members, of: NumberTypes(Element.self).memory, stride, attempt)
      let extent = try extent(attempt)
      let block = try self.block(rows: rows, of: extent.shape, attempt)
      try validate(block, in: extent.shape, attempt)
      let count = Hyperslab.product([block.elementCount, width])
      try attempt.validateAllocation(of: count, byteCountEach: stride)
      var values = [Element](repeating: .zero, count: count)
      guard count > 0 else { return values }
      try validateChunks(of: block, attempt)
      try extent.select(block, attempt)
      let space = try Extent.make(block.count, attempt)
      let transfer = try PropertyList.transfer(
        recordByteCount: max(width * stride, H5Tget_size(stored.id)), attempt)
      let status = H5Dread(object.handle.id, memory.id, space.id, extent.handle.id, transfer.id, &values)
      guard status < 0 else { return values }
      throw namingFilters(attempt.libraryError(), attempt)
    }
  }

  /// The members of these names, and the shape of each.
  private func members(
    _ names: [String], of type: hid_t, _ attempt: Attempt
  ) throws(HDF5Error) -> [(name: String, shape: [Int])] {
    let present = try CompoundType.members(typeID: type, attempt).map(\.name)
    var members: [(name: String, shape: [Int])] = []
    var width = 0
    for name in names {
      guard let index = present.firstIndex(of: name) else {
        throw attempt.error(.noSuchObject, NameSuggestions.missing(name, in: "the members", names: present))
      }
      guard let shape = try Self.shape(ofMember: index, of: type, attempt) else {
        throw attempt.error(.wrongType, "the member \"\(name)\" does not hold numbers")
      }
      let count = Hyperslab.product(shape)
      guard count > 0, count <= Self.mostFieldValues - width else {
        throw attempt.error(
          .wrongType, "a record has no values or more than \(Self.mostFieldValues) in the members \(names)")
      }
      width += count
      members.append((name, shape))
    }
    guard !members.isEmpty else { throw attempt.error(.invalidArgument, "no member is given") }
    return members
  }

  /// The type of records in memory: the members side by side, as numbers of one type.
  private static func recordType(
    _ members: [(name: String, shape: [Int])], of number: hid_t, _ stride: Int, _ attempt: Attempt
  ) throws(HDF5Error) -> Handle {
    let width = members.reduce(0) { $0 + Hyperslab.product($1.shape) }
    let record = try attempt.own(H5Tcreate(H5T_COMPOUND, width * stride))
    var place = 0
    for member in members {
      try insert(member.name, member.shape, of: number, at: place, into: record.id, attempt)
      place += Hyperslab.product(member.shape) * stride
    }
    return record
  }

  private static func insert(
    _ name: String, _ shape: [Int], of number: hid_t, at place: Int, into record: hid_t, _ attempt: Attempt
  ) throws(HDF5Error) {
    guard !shape.isEmpty else {
      try attempt.check(H5Tinsert(record, name, place, number))
      return
    }
    let sizes = shape.map { hsize_t($0) }
    let array = try attempt.own(H5Tarray_create2(number, UInt32(sizes.count), sizes))
    try attempt.check(H5Tinsert(record, name, place, array.id))
  }

  /// The shape of a member that holds numbers, empty for a single number; nil for any other member.
  private static func shape(
    ofMember index: Int, of type: hid_t, _ attempt: Attempt
  ) throws(HDF5Error) -> [Int]? {
    let member = try attempt.own(H5Tget_member_type(type, UInt32(index)))
    if ElementType(typeID: member.id).isNumber { return [] }
    guard H5Tget_class(member.id) == H5T_ARRAY else { return nil }
    let base = try attempt.own(H5Tget_super(member.id))
    guard ElementType(typeID: base.id).isNumber else { return nil }
    var sizes = [hsize_t](repeating: 0, count: Int(try attempt.check(H5Tget_array_ndims(member.id))))
    try attempt.check(H5Tget_array_dims2(member.id, &sizes))
    return sizes.map { Int(clamping: $0) }
  }
}
