import CHDF5
import Testing

@testable import SPHDF5

/// Attributes.
struct AttributeTests {
  @Test("Files, groups and datasets carry attributes, listed by name")
  func listing() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let group = try file.createGroup("g")
      let dataset = try group.createDataset("x", of: Float.self, shape: [1])
      for (index, attributes) in [file.attributes, group.attributes, dataset.attributes].enumerated() {
        #expect(try attributes.names().isEmpty)
        try attributes.set("units", to: "g")
        try attributes.set("index", to: index)
        try attributes.set("Axes", to: ["x", "y"])
        #expect(try attributes.names() == ["Axes", "index", "units"])
        #expect(try attributes.contains("units"))
        #expect(try !attributes.contains("unit"))
        #expect(try attributes.number("index", as: Int.self) == index)
        #expect(try attributes.shape(of: "Axes") == [2])
        #expect(try attributes.shape(of: "index") == [])
      }
    }
  }

  @Test("A number is read as the one asked for, whatever it is stored as")
  func numbers() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let attributes = file.attributes
      try attributes.set("int", to: Int8(-3))
      try attributes.set("float", to: Float(0.5))
      try attributes.set("whole", to: 800.0)
      try attributes.set("list", to: [1, 2, 3] as [UInt16])
      try attributes.set("single", to: [9.0])
      try attributes.set("none", to: [Double]())
      try file.close()
      try Raw.edit(folder("a.h5")) { id in
        try Raw.attribute(
          "big", in: id, type: chdf5_file_int64_big_endian(), memory: chdf5_native_int64(), shape: [2, 1],
          values: [Int64(1) << 40, -1])
        try Raw.attribute(
          "null", in: id, type: chdf5_file_double(), memory: chdf5_native_double(), shape: nil, values: [Double]())
      }
      let again = try File(opening: folder("a.h5")).attributes
      #expect(try again.number("int") == -3)
      #expect(try again.number("float") == 0.5)
      #expect(try again.number("whole", as: Int.self) == 800)
      #expect(try again.number("single", as: UInt8.self) == 9)
      #expect(try again.numbers("list") == [1, 2, 3])
      #expect(try again.numbers("int", as: Float.self) == [-3])
      #expect(try again.numbers("big", as: Int.self) == [1 << 40, -1])
      #expect(try again.numbers("none").isEmpty)
      #expect(try again.numbers("null").isEmpty)
      #expect(try again.shape(of: "null") == [0])
      #expect(try error { _ = try again.number("null") }.reason == "it has 0 values where one is expected")
      #expect(try error { _ = try again.number("list") }.reason == "it has 3 values where one is expected")
    }
  }

  @Test("An integer that is asked for has to be one, and in range")
  func exactIntegers() throws {
    try withFolder { folder in
      let attributes = try File(creating: folder("a.h5")).attributes
      try attributes.set("half", to: 2.5)
      try attributes.set("nan", to: Double.nan)
      try attributes.set("large", to: UInt64.max)
      try attributes.set("negative", to: -1)
      #expect(
        try error { _ = try attributes.number("half", as: Int.self) }.reason == "the value 2.5 cannot be read as Int")
      #expect(try error { _ = try attributes.number("nan", as: Int.self) }.kind == .wrongType)
      #expect(try error { _ = try attributes.number("large", as: Int.self) }.kind == .wrongType)
      #expect(try error { _ = try attributes.number("negative", as: UInt8.self) }.kind == .wrongType)
      #expect(try attributes.number("large", as: UInt64.self) == .max)
      #expect(try attributes.number("negative") == -1)
    }
  }

  @Test("A string asked for as a number, and a number as a string, say what they are")
  func wrongTypes() throws {
    try withFolder { folder in
      let attributes = try File(creating: folder("a.h5")).attributes
      try attributes.set("units", to: "g", as: .fixed(byteCount: 8))
      try attributes.set("rate", to: Float(800))
      let text = try error { _ = try attributes.number("units") }
      #expect(text.kind == .wrongType)
      #expect(
        text.description == "\(text.file): /: cannot read the attribute \"units\": "
          + "a number is expected, but it is a string of 8 bytes")
      let number = try error { _ = try attributes.string("rate") }
      #expect(number.reason == "a string is expected, but it is float32")
    }
  }

  @Test("A missing attribute names those that there are")
  func missing() throws {
    try withFolder { folder in
      let attributes = try File(creating: folder("a.h5")).attributes
      try attributes.set("units", to: "g")
      let refused = try error { _ = try attributes.string("unit") }
      #expect(refused.kind == .noSuchObject)
      #expect(refused.reason == "there is no \"unit\" in the attributes of /, which has: units")
    }
  }

  @Test("An attribute is replaced by one of another type, and kept where the new one is too large")
  func replacing() throws {
    try withFolder { folder in
      let attributes = try File(creating: folder("a.h5")).attributes
      try attributes.set("a", to: "text")
      try attributes.set("a", to: [1.0, 2.0])
      #expect(try attributes.names() == ["a"])
      #expect(try attributes.numbers("a") == [1, 2])
      // HDF5 keeps attributes in object headers of 64 KiB.
      #expect(try error { try attributes.set("a", to: [Double](repeating: 0, count: 10_000)) }.kind == .library)
      #expect(try attributes.numbers("a") == [1, 2])
      #expect(try attributes.names() == ["a"])
    }
  }
}
