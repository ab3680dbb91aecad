import CHDF5

/// The order of the bytes of stored numbers.
package enum ByteOrder: String, Sendable, Hashable, CaseIterable {
  /// The least significant byte first.
  case littleEndian
  /// The most significant byte first.
  case bigEndian
}

/// The type of a dataset's or attribute's elements.
package enum ElementType: Sendable, Hashable {
  /// Signed integers of 8 to 64 bits.
  case int8, int16, int32, int64
  /// Unsigned integers of 8 to 64 bits.
  case uint8, uint16, uint32, uint64
  /// IEEE 754 numbers of 32 and 64 bits.
  case float32, float64
  /// Numbers without a Swift type, such as "16-bit float" or "enumeration of 8 bits" (h5py's booleans). They can be
  /// read as any number.
  case otherNumber(String)
  /// Strings.
  case string(StringFormat)
  /// Compounds of several members, each of this many bytes in the file.
  case compound(byteCount: Int)
  /// Anything else: "array", "bit field", "opaque", "reference", "time", "variable-length sequence".
  case other(String)

  /// Whether the elements are integers.
  package var isInteger: Bool {
    switch self {
    case .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
    default: false
    }
  }

  /// Whether the elements can be read as numbers.
  package var isNumber: Bool {
    switch self {
    case .string, .compound, .other: false
    default: true
    }
  }
}

extension ElementType: CustomStringConvertible {
  /// The name of the type: "float32", "string of 8 bytes".
  package var description: String {
    switch self {
    case .int8: "int8"
    case .int16: "int16"
    case .int32: "int32"
    case .int64: "int64"
    case .uint8: "uint8"
    case .uint16: "uint16"
    case .uint32: "uint32"
    case .uint64: "uint64"
    case .float32: "float32"
    case .float64: "float64"
    case .otherNumber(let name), .other(let name): name
    case .string(let format): format.byteCount.map { "string of \($0) bytes" } ?? "string of variable length"
    case .compound(let byteCount): "compound of \(byteCount) bytes"
    }
  }
}

extension ElementType {
  /// The element type of a type of the library.
  init(typeID: hid_t) {
    let byteCount = H5Tget_size(typeID)
    let kind = H5Tget_class(typeID)
    let isWide = (kind == H5T_INTEGER || kind == H5T_FLOAT) && byteCount > Self.maximumNumberByteCount
    switch kind {
    case _ where isWide: self = .other("number of \(byteCount) bytes")
    case H5T_INTEGER: self = Self.integer(typeID)
    case H5T_FLOAT: self = Self.float(typeID)
    case H5T_ENUM: self = .otherNumber("enumeration of \(8 * byteCount) bits")
    case H5T_STRING: self = .string(StringFormat(typeID: typeID))
    case H5T_COMPOUND: self = .compound(byteCount: byteCount)
    case H5T_TIME: self = .other("time")
    case H5T_BITFIELD: self = .other("bit field")
    case H5T_OPAQUE: self = .other("opaque")
    case H5T_REFERENCE: self = .other("reference")
    case H5T_VLEN: self = .other("variable-length sequence")
    case H5T_ARRAY: self = .other("array")
    default: self = .other("unknown type")
    }
  }

  /// The widest number in bytes. No machine has wider numbers: a wider type is damaged, and HDF5 would fill the memory
  /// with it.
  private static let maximumNumberByteCount = 16

  private static func integer(_ typeID: hid_t) -> ElementType {
    let bits = H5Tget_precision(typeID)
    let isSigned = H5Tget_sign(typeID) == H5T_SGN_2
    // An integer that fills only a part of its bytes has no Swift type.
    guard bits == 8 * H5Tget_size(typeID) else { return .otherNumber("\(bits)-bit integer") }
    switch bits {
    case 8: return isSigned ? .int8 : .uint8
    case 16: return isSigned ? .int16 : .uint16
    case 32: return isSigned ? .int32 : .uint32
    case 64: return isSigned ? .int64 : .uint64
    default: return .otherNumber("\(bits)-bit integer")
    }
  }

  private static func float(_ typeID: hid_t) -> ElementType {
    if isSame(typeID, as: chdf5_file_float()) { return .float32 }
    if isSame(typeID, as: chdf5_file_double()) { return .float64 }
    return .otherNumber("\(H5Tget_precision(typeID))-bit float")
  }

  /// Whether two types are the same, apart from the order of their bytes.
  private static func isSame(_ typeID: hid_t, as other: hid_t) -> Bool {
    let copy = H5Tcopy(typeID)
    guard copy >= 0 else { return false }
    let handle = Handle(adopting: copy)
    return H5Tset_order(handle.id, H5T_ORDER_LE) >= 0 && H5Tequal(handle.id, other) > 0
  }
}

extension ByteOrder {
  /// The byte order of a library's type; nil for types without a byte order, for example strings and mixed compounds.
  init?(typeID: hid_t) {
    switch H5Tget_order(typeID) {
    case H5T_ORDER_LE: self = .littleEndian
    case H5T_ORDER_BE: self = .bigEndian
    default: return nil
    }
  }
}
