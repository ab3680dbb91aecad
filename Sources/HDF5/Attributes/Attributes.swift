import CHDF5

/// The attributes of a group or dataset; those of a file are its root group's.
public struct Attributes: Sendable {
  /// The object that carries them.
  let object: OpenObject

  /// The names, in the order of their UTF-8 bytes.
  /// - Throws: `HDF5Error`: `.closed`, or what the library reports of a damaged file.
  public func names() throws(HDF5Error) -> [String] {
    try object.perform("list the attributes") { (attempt) throws(HDF5Error) in try names(attempt) }
  }

  /// Whether there is an attribute of this name.
  /// - Throws: `HDF5Error`: `.invalidArgument` for a name that is empty or holds a NUL, or `.closed`.
  public func contains(_ name: String) throws(HDF5Error) -> Bool {
    try object.perform("look up the attribute \"\(name)\"") { (attempt) throws(HDF5Error) in
      try attempt.validate(name: name, "name of the attribute")
      return try attempt.check(H5Aexists(object.handle.id, name)) > 0
    }
  }

  /// The type of an attribute's elements.
  /// - Throws: `HDF5Error`: `.noSuchObject`, or `.damaged` if it claims more bytes than the file has.
  public func elementType(of name: String) throws(HDF5Error) -> ElementType {
    try reading(name) { (attribute, _) throws(HDF5Error) in attribute.elementType }
  }

  /// The shape of an attribute: empty for a scalar, [0] where it is declared empty.
  /// - Throws: `HDF5Error`: `.noSuchObject`, or `.damaged` if it claims more bytes than the file has.
  public func shape(of name: String) throws(HDF5Error) -> [Int] {
    try reading(name) { (attribute, _) throws(HDF5Error) in attribute.extent.shape }
  }
}

/// An open attribute; to be used inside the lock.
struct OpenAttribute: ~Copyable {
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
  func names(_ attempt: Attempt) throws(HDF5Error) -> [String] {
    var names: [String] = []
    let status = withUnsafeMutablePointer(to: &names) { pointer in
      chdf5_each_attribute(object.handle.id, collectName, pointer)
    }
    try attempt.check(status)
    return names
  }

  /// Opens an attribute and reads from it.
  func reading<Result>(
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

  /// Writes a new attribute and replaces any old one of its name, which is deleted only when the new one is complete.
  func writing(
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

  /// The name itself, or one made from it that is not taken.
  private func freeName(from name: String, _ attempt: Attempt) throws(HDF5Error) -> String {
    var freeName = name
    while try attempt.check(H5Aexists(object.handle.id, freeName)) > 0 { freeName += "~" }
    return freeName
  }
}
