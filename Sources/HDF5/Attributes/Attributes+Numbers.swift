import CHDF5

extension Attributes {
  /// Reads an attribute that holds one number, whatever number it is stored as.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongCount` if there is not exactly one value; `.wrongType` if it is a
  ///   string or compound, or if an integer is requested and the value is not one or out of its range.
  public func number<Element: HDF5Element>(
    _ name: String, as type: Element.Type = Double.self
  ) throws(HDF5Error) -> Element {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in
      let values = try Self.numbers(in: attribute, as: type, attempt)
      guard let value = values.first, values.count == 1 else {
        throw attempt.error(.wrongCount, "it has \(values.count) values where one is expected")
      }
      return value
    }
  }

  /// Reads an attribute of numbers as a list; a scalar gives one number.
  ///
  /// In higher ranks the last dimension varies fastest.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongType` as with a single number.
  public func numbers<Element: HDF5Element>(
    _ name: String, as type: Element.Type = Double.self
  ) throws(HDF5Error) -> [Element] {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in
      try Self.numbers(in: attribute, as: type, attempt)
    }
  }

  /// Writes a number as a scalar of its own type; replaces any attribute of that name.
  /// - Throws: `HDF5Error`, such as `.noAccess` if the file was opened only for reading.
  public func set<Element: HDF5Element>(_ name: String, to number: Element) throws(HDF5Error) {
    try set(name, shape: [], [number])
  }

  /// Writes a list of numbers of their own type; replaces any attribute of that name.
  /// - Throws: `HDF5Error` of kind `.library` where the list is larger than an attribute can be, 64 KiB.
  public func set<Element: HDF5Element>(_ name: String, to numbers: [Element]) throws(HDF5Error) {
    try set(name, shape: [numbers.count], numbers)
  }
}

extension Attributes {
  private func set<Element: HDF5Element>(
    _ name: String, shape: [Int], _ numbers: [Element]
  ) throws(HDF5Error) {
    try writing(name, shape: shape) { (attempt) throws(HDF5Error) in
      try attempt.own(H5Tcopy(NumberTypes(Element.self).file))
    } _: { (attribute, _, attempt) throws(HDF5Error) in
      guard !numbers.isEmpty else { return }
      try attempt.check(H5Awrite(attribute, NumberTypes(Element.self).memory, numbers))
    }
  }

  /// Reads numbers, with no value changed if integers are requested. These are read as the widest type of the stored
  /// kind and converted here, as HDF5 would silently clamp or cut off what does not fit.
  private static func numbers<Element: HDF5Element>(
    in attribute: borrowing OpenAttribute, as type: Element.Type, _ attempt: Attempt
  ) throws(HDF5Error) -> [Element] {
    let stored = attribute.elementType
    guard stored.isNumber else {
      throw attempt.error(.wrongType, "a number is expected, but it is a \(stored)")
    }
    guard let integer = Element.self as? any BinaryInteger.Type else { return try plain(attribute, attempt) }
    if H5Tget_class(attribute.type.id) == H5T_FLOAT {
      return try exact(try plain(attribute, attempt) as [Double], attempt) { exactly($0, as: integer) as? Element }
    }
    if H5Tget_class(attribute.type.id) == H5T_INTEGER, H5Tget_sign(attribute.type.id) == H5T_SGN_NONE {
      return try exact(try plain(attribute, attempt) as [UInt64], attempt) { Element(exactly: $0) }
    }
    return try exact(try plain(attribute, attempt) as [Int64], attempt) { Element(exactly: $0) }
  }

  private static func exactly<Integer: BinaryInteger>(_ value: Double, as type: Integer.Type) -> Integer? {
    Integer(exactly: value)
  }

  private static func exact<Stored, Element>(
    _ values: [Stored], _ attempt: Attempt, _ convert: (Stored) -> Element?
  ) throws(HDF5Error) -> [Element] {
    var converted: [Element] = []
    converted.reserveCapacity(values.count)
    for value in values {
      guard let element = convert(value) else {
        throw attempt.error(.wrongType, "the value \(value) cannot be read as \(Element.self)")
      }
      converted.append(element)
    }
    return converted
  }

  /// Reads with the library's conversion.
  private static func plain<Element: HDF5Element>(
    _ attribute: borrowing OpenAttribute, _ attempt: Attempt
  ) throws(HDF5Error) -> [Element] {
    let count = attribute.extent.elementCount
    try attempt.validateAllocation(of: count, byteCountEach: MemoryLayout<Element>.stride)
    var values = [Element](repeating: .zero, count: count)
    guard count > 0 else { return values }
    try attempt.check(H5Aread(attribute.handle.id, NumberTypes(Element.self).memory, &values))
    return values
  }
}
