import CHDF5
import Testing

@testable import SPHDF5

/// Element types.
struct ElementTypeTests {
  private func roundTrip<Element: HDF5Element>(_ values: [Element], _ type: ElementType) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Element.self, shape: [values.count])
      try dataset.write(values)
      #expect(dataset.elementType == type)
      #expect(dataset.byteOrder == .littleEndian)
      #expect(try dataset.read(as: Element.self) == values)
      try file.attributes.set("a", to: values)
      #expect(try file.attributes.elementType(of: "a") == type)
      #expect(try file.attributes.numbers("a", as: Element.self) == values)
    }
  }

  @Test("Every number type keeps its extremes")
  func allNumbers() throws {
    try roundTrip([Int8.min, 0, .max], .int8)
    try roundTrip([Int16.min, 0, .max], .int16)
    try roundTrip([Int32.min, 0, .max], .int32)
    try roundTrip([Int64.min, 0, .max], .int64)
    try roundTrip([Int.min, 0, .max], .int64)
    try roundTrip([UInt8.min, 7, .max], .uint8)
    try roundTrip([UInt16.min, 7, .max], .uint16)
    try roundTrip([UInt32.min, 7, .max], .uint32)
    try roundTrip([UInt64.min, 7, .max], .uint64)
    try roundTrip([-Float.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude], .float32)
    try roundTrip([-Double.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude], .float64)
  }

  @Test("Big-endian numbers are read as native ones and reported as what they are")
  func bigEndian() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        try Raw.dataset(
          "f", in: id, type: chdf5_file_double_big_endian(), memory: chdf5_native_double(), shape: [3],
          values: [1.5, -0.1, 1e300])
        try Raw.dataset(
          "i", in: id, type: chdf5_file_int16_big_endian(), memory: chdf5_native_int16(), shape: [2],
          values: [Int16(258), -2])
      }
      let file = try File(opening: folder("a.h5"))
      let doubles = try file.openDataset("f")
      #expect(doubles.elementType == .float64)
      #expect(doubles.byteOrder == .bigEndian)
      #expect(try doubles.read(as: Double.self) == [1.5, -0.1, 1e300])
      #expect(try doubles.read(rows: 0..<2, as: Float.self) == [1.5, -0.1])
      let integers = try file.openDataset("i")
      #expect(integers.elementType == .int16)
      #expect(try integers.read(as: Int.self) == [258, -2])
    }
  }

  @Test("Integers out of range become the nearest, fractions are cut off")
  func conversions() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", of: Double.self, shape: [4])
      try dataset.write([300.9, -300, 2.7, -2.7])
      #expect(try dataset.read(as: Int8.self) == [127, -128, 2, -2])
      #expect(try dataset.read(as: UInt8.self) == [255, 0, 2, 0])
    }
  }

  @Test("Enumerations and odd widths are read as numbers, compounds and the rest are refused")
  func unusualTypes() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        // h5py stores booleans as this enumeration.
        let boolean = H5Tenum_create(chdf5_file_int8())
        for (name, value) in [("FALSE", Int8(0)), ("TRUE", 1)] {
          _ = withUnsafePointer(to: value) { H5Tenum_insert(boolean, name, $0) }
        }
        try Raw.dataset("enum", in: id, type: boolean, memory: boolean, shape: [2], values: [Int8(1), 0])
        // The IEEE half precision, of which 1.5 and -2 are exact values.
        let half = H5Tcopy(chdf5_file_float())
        H5Tset_fields(half, 15, 10, 5, 0, 10)
        H5Tset_size(half, 2)
        H5Tset_ebias(half, 15)
        try Raw.dataset("half", in: id, type: half, memory: chdf5_native_float(), shape: [2], values: [Float(1.5), -2])
        let compound = H5Tcreate(H5T_COMPOUND, 4)
        H5Tinsert(compound, "a", 0, chdf5_file_int16())
        H5Tinsert(compound, "b", 2, chdf5_file_int16())
        try Raw.dataset("pair", in: id, type: compound, memory: compound, shape: [1], values: [Int16(1), 2])
        let wide = H5Tcopy(chdf5_file_int64())
        H5Tset_size(wide, 32)
        H5Tset_precision(wide, 256)
        try Raw.dataset("wide", in: id, type: wide, memory: chdf5_native_int64(), shape: [1], values: [Int64(7)])
        let array = H5Tarray_create2(chdf5_file_int8(), 1, [3])
        try Raw.dataset("array", in: id, type: array, memory: array, shape: [1], values: [Int8(1), 2, 3])
      }
      let file = try File(opening: folder("a.h5"))
      #expect(try file.openDataset("enum").elementType == .otherNumber("enumeration of 8 bits"))
      #expect(try file.openDataset("enum").read(as: UInt8.self) == [1, 0])
      #expect(try file.openDataset("half").elementType == .otherNumber("16-bit float"))
      #expect(try file.openDataset("half").read(as: Float.self) == [1.5, -2])
      #expect(try file.openDataset("pair").elementType == .compound(byteCount: 4))
      #expect(try file.openDataset("pair").byteOrder == .littleEndian)
      #expect(try file.openDataset("array").elementType == .other("array"))
      #expect(try file.openDataset("wide").elementType == .other("number of 32 bytes"))
      let refused = try error { _ = try file.openDataset("pair").read(as: Float.self) }
      #expect(refused.kind == .wrongType)
      #expect(refused.reason == "its elements are not numbers: compound of 4 bytes")
      #expect(try error { _ = try file.openDataset("pair").readStrings() }.kind == .wrongType)
    }
  }
}
