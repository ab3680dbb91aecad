import CHDF5

/// A number that datasets and attributes are read as and written from.
///
/// The standard library's fixed-width numbers conform. To make any other type conform is a programming error.
package protocol HDF5Element: BitwiseCopyable, Numeric, Sendable {
  /// The type that values of this type are stored as, little-endian.
  static var elementType: ElementType { get }
}

extension Int8: HDF5Element {
  /// Stored as `int8`.
  package static var elementType: ElementType { .int8 }
}

extension Int16: HDF5Element {
  /// Stored as `int16`.
  package static var elementType: ElementType { .int16 }
}

extension Int32: HDF5Element {
  /// Stored as `int32`.
  package static var elementType: ElementType { .int32 }
}

extension Int64: HDF5Element {
  /// Stored as `int64`.
  package static var elementType: ElementType { .int64 }
}

extension Int: HDF5Element {
  /// Stored as `int64`.
  package static var elementType: ElementType { .int64 }
}

extension UInt8: HDF5Element {
  /// Stored as `uint8`.
  package static var elementType: ElementType { .uint8 }
}

extension UInt16: HDF5Element {
  /// Stored as `uint16`.
  package static var elementType: ElementType { .uint16 }
}

extension UInt32: HDF5Element {
  /// Stored as `uint32`.
  package static var elementType: ElementType { .uint32 }
}

extension UInt64: HDF5Element {
  /// Stored as `uint64`.
  package static var elementType: ElementType { .uint64 }
}

extension Float: HDF5Element {
  /// Stored as `float32`.
  package static var elementType: ElementType { .float32 }
}

extension Double: HDF5Element {
  /// Stored as `float64`.
  package static var elementType: ElementType { .float64 }
}

/// The library's two types for a number of Swift.
struct NumberTypes {
  /// The type in memory, in the machine's byte order.
  let memory: hid_t
  /// The type in a new file, the same on every machine.
  let file: hid_t

  /// The types of an element; to be asked inside the lock.
  init<Element: HDF5Element>(_ type: Element.Type) {
    let (memory, file, byteCount) = Self.ids(Element.elementType)
    precondition(MemoryLayout<Element>.stride == byteCount, "\(Element.self) is not stored as it says")
    self.memory = memory
    self.file = file
  }

  /// The types of one of Swift's numbers; to be asked inside the lock.
  init(of type: ElementType) {
    let (memory, file, _) = Self.ids(type)
    self.memory = memory
    self.file = file
  }

  private static func ids(_ type: ElementType) -> (memory: hid_t, file: hid_t, byteCount: Int) {
    switch type {
    case .int8: (chdf5_native_int8(), chdf5_file_int8(), 1)
    case .int16: (chdf5_native_int16(), chdf5_file_int16(), 2)
    case .int32: (chdf5_native_int32(), chdf5_file_int32(), 4)
    case .int64: (chdf5_native_int64(), chdf5_file_int64(), 8)
    case .uint8: (chdf5_native_uint8(), chdf5_file_uint8(), 1)
    case .uint16: (chdf5_native_uint16(), chdf5_file_uint16(), 2)
    case .uint32: (chdf5_native_uint32(), chdf5_file_uint32(), 4)
    case .uint64: (chdf5_native_uint64(), chdf5_file_uint64(), 8)
    case .float32: (chdf5_native_float(), chdf5_file_float(), 4)
    case .float64: (chdf5_native_double(), chdf5_file_double(), 8)
    case .otherNumber, .string, .compound, .other: preconditionFailure("\(type) is not a number of Swift")
    }
  }
}
