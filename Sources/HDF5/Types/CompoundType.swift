import CHDF5

/// One member of a compound: a column, if a dataset of compounds is seen as a table.
package struct CompoundMember: Sendable, Hashable {
  /// The name.
  package let name: String
  /// The type of its values.
  package let type: ElementType

  /// A member.
  package init(name: String, type: ElementType) {
    self.name = name
    self.type = type
  }

  /// The size of a value in a record, in bytes; nil for types that records cannot store.
  ///
  /// Records cannot store strings of variable length, arrays, compounds in compounds, and numbers without a Swift type.
  package var byteCount: Int? {
    switch type {
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float32: 4
    case .int64, .uint64, .float64: 8
    case .string(let format): format.byteCount
    case .otherNumber, .compound, .other: nil
    }
  }
}

/// The members of a compound, packed one after another without gaps.
///
/// It is the type of a new dataset's elements, or names the members to read from a dataset and the types to read them
/// as.
package struct CompoundType: Sendable, Hashable {
  /// The members, in order.
  package let members: [CompoundMember]
  /// Where each member begins in a record, in bytes.
  package let offsets: [Int]
  /// The size of a record in bytes.
  package let byteCount: Int

  /// A type of these members. Their names must differ.
  package init(_ members: [CompoundMember]) {
    var offsets: [Int] = []
    var end = 0
    for member in members {
      offsets.append(end)
      // Sizes from a damaged file can be anything; a record that is too large is rejected when it is used.
      let (sum, overflow) = end.addingReportingOverflow(member.byteCount ?? 0)
      end = overflow ? .max : sum
    }
    self.members = members
    self.offsets = offsets
    byteCount = end
  }
}

extension CompoundType {
  /// Rejects members that cannot form a record, in plainer words than the library's.
  func validate(_ attempt: Attempt) throws(HDF5Error) {
    guard !members.isEmpty else { throw attempt.error(.invalidArgument, "a compound needs at least one member") }
    var names: Set<String> = []
    for member in members {
      try attempt.validate(name: member.name, "name of the member")
      guard names.insert(member.name).inserted else {
        throw attempt.error(.invalidArgument, "there are two members of the name \"\(member.name)\"")
      }
      guard let byteCount = member.byteCount, byteCount > 0 else {
        throw attempt.error(
          .wrongType, "the member \"\(member.name)\" is a \(member.type), which records cannot hold")
      }
    }
  }

  /// The library's type for records in memory, or in a new file, where numbers are little-endian on every
  /// machine.
  func makeType(inFile: Bool, _ attempt: Attempt) throws(HDF5Error) -> Handle {
    try validate(attempt)
    let type = try attempt.own(H5Tcreate(H5T_COMPOUND, byteCount))
    for (member, offset) in zip(members, offsets) {
      if case .string(let format) = member.type {
        let text = try format.makeType(attempt)
        try attempt.check(H5Tinsert(type.id, member.name, offset, text.id))
      } else {
        let types = NumberTypes(of: member.type)
        try attempt.check(H5Tinsert(type.id, member.name, offset, inFile ? types.file : types.memory))
      }
    }
    return type
  }

  /// The members of a library's compound type, of any kind.
  static func members(typeID: hid_t, _ attempt: Attempt) throws(HDF5Error) -> [CompoundMember] {
    let count = try attempt.check(H5Tget_nmembers(typeID))
    var members: [CompoundMember] = []
    for index in 0..<UInt32(count) {
      guard let name = H5Tget_member_name(typeID, index) else { throw attempt.libraryError() }
      defer { H5free_memory(name) }
      let type = try attempt.own(H5Tget_member_type(typeID, index))
      members.append(CompoundMember(name: String(cString: name), type: ElementType(typeID: type.id)))
    }
    return members
  }
}
