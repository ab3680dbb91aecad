import CHDF5

extension Attributes {
  /// Reads an attribute that holds one string, without its padding.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongCount` if there is not exactly one value; `.wrongType` if it is not
  ///   a string or its bytes are invalid.
  public func string(_ name: String) throws(HDF5Error) -> String {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in
      let strings = try strings(in: attribute, attempt)
      guard let text = strings.first, strings.count == 1 else {
        throw attempt.error(.wrongCount, "it has \(strings.count) values where one is expected")
      }
      return text
    }
  }

  /// Reads an attribute of strings as a list; a scalar gives one string.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongType` where it holds no strings or their bytes are not valid.
  public func strings(_ name: String) throws(HDF5Error) -> [String] {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in try strings(in: attribute, attempt) }
  }

  /// Writes a string as a scalar; replaces any attribute of that name.
  /// - Parameters:
  ///   - name: the attribute's name.
  ///   - text: the string.
  ///   - format: by default ``StringFormat/fitting(_:)``.
  /// - Throws: `HDF5Error`: `.wrongCount` if it is too long for the format, `.invalidArgument` if it holds a NUL, or is
  ///   not ASCII in an ASCII format.
  public func set(_ name: String, to text: String, as format: StringFormat? = nil) throws(HDF5Error) {
    try set(name, shape: [], [text], format ?? .fitting([text]))
  }

  /// Writes a list of strings; replaces any attribute of that name.
  /// - Parameters:
  ///   - name: the attribute's name.
  ///   - texts: the strings.
  ///   - format: by default ``StringFormat/fitting(_:)``.
  /// - Throws: `HDF5Error`: `.wrongCount` if one is too long for the format, `.invalidArgument` if one holds a NUL, or
  ///   is not ASCII in an ASCII format.
  public func set(_ name: String, to texts: [String], as format: StringFormat? = nil) throws(HDF5Error) {
    try set(name, shape: [texts.count], texts, format ?? .fitting(texts))
  }
}

extension Attributes {
  private func set(
    _ name: String, shape: [Int], _ strings: [String], _ format: StringFormat
  ) throws(HDF5Error) {
    try writing(name, shape: shape) { (attempt) throws(HDF5Error) in
      try StringTransfer(format: format, attempt: attempt).validate(strings)
      return try format.makeType(attempt)
    } _: { (attribute, type, attempt) throws(HDF5Error) in
      try StringTransfer(format: format, attempt: attempt).write(strings) { H5Awrite(attribute, type, $0) }
    }
  }

  private func strings(
    in attribute: borrowing OpenAttribute, _ attempt: Attempt
  ) throws(HDF5Error) -> [String] {
    guard case .string(let format) = attribute.elementType else {
      throw attempt.error(.wrongType, "a string is expected, but it is \(attribute.elementType)")
    }
    let count = attribute.extent.elementCount
    let transfer = StringTransfer(format: format, attempt: attempt)
    let id = attribute.handle.id
    return try transfer.read(
      count: count, type: attribute.type.id, space: attribute.extent.handle.id, of: object
    ) { H5Aread(id, $0, $1) }
  }
}
