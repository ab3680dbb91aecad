import CHDF5

/// The attributes of a group or dataset. A file has the attributes of its root group.
package struct Attributes: Sendable {
  /// The object that carries them.
  let object: OpenObject

  /// The names, in the order of their UTF-8 bytes.
  /// - Throws: `HDF5Error`: `.closed`, or the error that the library reports for a damaged file.
  package func names() throws(HDF5Error) -> [String] {
    try object.perform("list the attributes") { (attempt) throws(HDF5Error) in try names(attempt) }
  }

  /// Whether there is an attribute of this name.
  /// - Throws: `HDF5Error`: `.invalidArgument` for a name that is empty or holds a NUL, or `.closed`.
  package func contains(_ name: String) throws(HDF5Error) -> Bool {
    try object.perform("look up the attribute \"\(name)\"") { (attempt) throws(HDF5Error) in
      try attempt.validate(name: name, "name of the attribute")
      return try attempt.check(H5Aexists(object.handle.id, name)) > 0
    }
  }

  /// The type of an attribute's elements.
  /// - Throws: `HDF5Error`: `.noSuchObject`, or `.damaged` if it claims more bytes than the file has.
  package func elementType(of name: String) throws(HDF5Error) -> ElementType {
    try reading(name) { (attribute, _) throws(HDF5Error) in attribute.elementType }
  }

  /// The shape of an attribute: empty for a scalar, [0] if it is declared empty.
  /// - Throws: `HDF5Error`: `.noSuchObject`, or `.damaged` if it claims more bytes than the file has.
  package func shape(of name: String) throws(HDF5Error) -> [Int] {
    try reading(name) { (attribute, _) throws(HDF5Error) in attribute.extent.shape }
  }
}

// MARK: Numbers

extension Attributes {
  /// Reads an attribute that holds one number, whatever number it is stored as.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongCount` if there is not exactly one value; `.wrongType` if the value
  ///   is a string or compound, or if an integer is requested and the value is not an integer in its range.
  package func number<Element: HDF5Element>(
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
  package func numbers<Element: HDF5Element>(
    _ name: String, as type: Element.Type = Double.self
  ) throws(HDF5Error) -> [Element] {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in
      try Self.numbers(in: attribute, as: type, attempt)
    }
  }

  /// Writes a number as a scalar of the number's type. Replaces any attribute of the same name.
  /// - Throws: `HDF5Error`, such as `.noAccess` if the file was opened only for reading.
  package func set<Element: HDF5Element>(_ name: String, to number: Element) throws(HDF5Error) {
    try set(name, shape: [], [number])
  }

  /// Writes a list of numbers of the numbers' type. Replaces any attribute of the same name.
  /// - Throws: `HDF5Error` of kind `.library` if the list is larger than an attribute can be, 64 KiB.
  package func set<Element: HDF5Element>(_ name: String, to numbers: [Element]) throws(HDF5Error) {
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

  /// Reads numbers. If integers are requested, no value changes: the values are read as the widest type of the stored
  /// kind and converted here. HDF5 would silently clamp or cut off values that do not fit.
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

// MARK: Strings

extension Attributes {
  /// Reads an attribute that holds one string, without its padding.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongCount` if there is not exactly one value; `.wrongType` if it is not
  ///   a string or its bytes are invalid.
  package func string(_ name: String) throws(HDF5Error) -> String {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in
      let strings = try strings(in: attribute, attempt)
      guard let text = strings.first, strings.count == 1 else {
        throw attempt.error(.wrongCount, "it has \(strings.count) values where one is expected")
      }
      return text
    }
  }

  /// Reads an attribute of strings as a list; a scalar gives one string.
  /// - Throws: `HDF5Error`: `.noSuchObject`; `.wrongType` if it does not contain strings or their bytes are not valid.
  package func strings(_ name: String) throws(HDF5Error) -> [String] {
    try reading(name) { (attribute, attempt) throws(HDF5Error) in try strings(in: attribute, attempt) }
  }

  /// Writes a string as a scalar; replaces any attribute of that name.
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - text: The string.
  ///   - format: By default `StringFormat.fitting(_:)`.
  /// - Throws: `HDF5Error`: `.wrongCount` if it is too long for the format, `.invalidArgument` if it holds a NUL, or is
  ///   not ASCII in an ASCII format.
  package func set(_ name: String, to text: String, as format: StringFormat? = nil) throws(HDF5Error) {
    try set(name, shape: [], [text], format ?? .fitting([text]))
  }

  /// Writes a list of strings; replaces any attribute of that name.
  /// - Parameters:
  ///   - name: The attribute's name.
  ///   - texts: The strings.
  ///   - format: By default `StringFormat.fitting(_:)`.
  /// - Throws: `HDF5Error`: `.wrongCount` if one is too long for the format, `.invalidArgument` if one holds a NUL, or
  ///   is not ASCII in an ASCII format.
  package func set(_ name: String, to texts: [String], as format: StringFormat? = nil) throws(HDF5Error) {
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

// MARK: Opening and writing

/// An open attribute; to be used inside the lock.
private struct OpenAttribute: ~Copyable {
  /// The library's attribute.
  let handle: Handle
  /// The library's type of it.
  let type: Handle
  /// Its dataspace.
  let extent: Extent

  init(_ name: String, of object: OpenObject, _ attempt: Attempt) throws(HDF5Error) {
    // All three are opened before any is stored: a noncopyable value that is only partly initialized could not be
    // destroyed.
    let handle = try attempt.own(H5Aopen(object.handle.id, name, chdf5_default()))
    let type = try attempt.own(H5Aget_type(handle.id))
    let extent = try Extent(adopting: attempt.own(H5Aget_space(handle.id)), attempt)
    try Self.validate(extent.shape, H5Tget_size(type.id), fileByteCount: object.fileByteCount(attempt), attempt)
    self.handle = handle
    self.type = type
    self.extent = extent
  }

  /// Rejects attributes that claim more bytes than the file has: their values are stored without compression.
  private static func validate(
    _ shape: [Int], _ elementByteCount: Int, fileByteCount: Int, _ attempt: Attempt
  ) throws(HDF5Error) {
    guard Hyperslab.product(shape + [elementByteCount]) > fileByteCount else { return }
    throw attempt.error(
      .damaged,
      "it claims \(StorageClaim.words(shape, elementByteCount)), but the file has only \(fileByteCount) bytes")
  }

  /// The type of the elements.
  var elementType: ElementType { ElementType(typeID: type.id) }
}

extension Attributes {
  private func names(_ attempt: Attempt) throws(HDF5Error) -> [String] {
    var names: [String] = []
    let status = withUnsafeMutablePointer(to: &names) { pointer in
      chdf5_each_attribute(object.handle.id, collectName, pointer)
    }
    try attempt.check(status)
    return names
  }

  /// Opens an attribute and reads from it.
  private func reading<Result>(
    _ name: String, _ body: (borrowing OpenAttribute, Attempt) throws(HDF5Error) -> Result
  ) throws(HDF5Error) -> Result {
    try object.perform("read the attribute \"\(name)\"") { (attempt) throws(HDF5Error) in
      try attempt.validate(name: name, "name of the attribute")
      guard try attempt.check(H5Aexists(object.handle.id, name)) > 0 else {
        let place = "the attributes of \(object.path)"
        let reason = NameSuggestions.missing(name, in: place, names: try names(attempt))
        throw attempt.error(.noSuchObject, reason)
      }
      return try body(OpenAttribute(name, of: object, attempt), attempt)
    }
  }

  /// Writes a new attribute and replaces any old attribute of its name. The old attribute is deleted only when the new
  /// attribute is complete.
  private func writing(
    _ name: String, shape: [Int], type: (Attempt) throws(HDF5Error) -> Handle,
    _ body: (_ attribute: hid_t, _ type: hid_t, Attempt) throws(HDF5Error) -> Void
  ) throws(HDF5Error) {
    try object.performWrite("write the attribute \"\(name)\"") { (attempt) throws(HDF5Error) in
      try attempt.validate(name: name, "name of the attribute")
      let type = try type(attempt)
      let space = try Extent.make(shape, attempt)
      let properties = try attempt.own(H5Pcreate(chdf5_class_attribute_create()))
      try attempt.check(H5Pset_char_encoding(properties.id, H5T_CSET_UTF8))
      let freeName = try freeName(from: name, attempt)
      let id = H5Acreate2(object.handle.id, freeName, type.id, space.id, properties.id, chdf5_default())
      let attribute = try attempt.own(id)
      do throws(HDF5Error) {
        try body(attribute.id, type.id, attempt)
      } catch {
        H5Adelete(object.handle.id, freeName)
        throw error
      }
      guard freeName != name else { return }
      try attempt.check(H5Adelete(object.handle.id, name))
      try attempt.check(H5Arename(object.handle.id, freeName, name))
    }
  }

  /// The name itself if it is not taken; otherwise a free name derived from it.
  private func freeName(from name: String, _ attempt: Attempt) throws(HDF5Error) -> String {
    var freeName = name
    while try attempt.check(H5Aexists(object.handle.id, freeName)) > 0 { freeName += "~" }
    return freeName
  }
}
