import CHDF5
import Testing

@testable import SPHDF5

struct StringTests {
  private static let formats: [StringFormat] = [
    .variable, .fixed(byteCount: 12), .fixed(byteCount: 12, padding: .nullTerminated),
    .fixed(byteCount: 12, padding: .spacePadded),
  ]

  @Test("Datasets and attributes of every format keep their strings", arguments: formats)
  func roundTrip(format: StringFormat) throws {
    try withFolder { folder in
      let strings = ["", "m/s²", "twelve-1 by", "日本", "x y"]
      let file = try File(creating: folder("a.h5"))
      let dataset = try file.createDataset("x", ofStrings: format, shape: [5])
      try dataset.writeStrings(strings)
      try dataset.attributes.set("list", to: strings, as: format)
      try dataset.attributes.set("one", to: "g", as: format)
      try file.close()
      let again = try File(opening: folder("a.h5")).openDataset("x")
      #expect(again.elementType == .string(format))
      #expect(try again.readStrings() == strings)
      #expect(try again.attributes.strings("list") == strings)
      #expect(try again.attributes.string("one") == "g")
      #expect(try again.attributes.strings("one") == ["g"])
      #expect(try again.attributes.elementType(of: "one") == .string(format))
    }
  }

  @Test("Scalars and empty datasets of strings are read")
  func shapes() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let scalar = try file.createDataset("scalar", ofStrings: .variable, shape: [])
      #expect(try scalar.readStrings() == [""])
      try scalar.writeStrings(["one"])
      #expect(try scalar.readStrings() == ["one"])
      #expect(try file.createDataset("empty", ofStrings: .variable, shape: [0]).readStrings().isEmpty)
      let layout = DatasetLayout.compressed(chunkShape: [2])
      let chunked = try file.createDataset("chunked", ofStrings: .fixed(byteCount: 4), shape: [3], layout: layout)
      try chunked.writeStrings(["a", "b", "c"])
      #expect(try chunked.readStrings() == ["a", "b", "c"])
    }
  }

  @Test("A full room without a terminator ends with the room")
  func fullRoom() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      try Raw.edit(folder("a.h5")) { id in
        let type = Raw.stringType(byteCount: 4, padding: H5T_STR_NULLTERM, set: H5T_CSET_ASCII)
        try Raw.dataset("x", in: id, type: type, memory: type, shape: [2], values: Array("abcdef\0h".utf8))
        H5Tclose(type)
      }
      #expect(try File(opening: folder("a.h5")).openDataset("x").readStrings() == ["abcd", "ef"])
    }
  }

  @Test("Bytes that are no UTF-8 are Latin-1 where ASCII is declared, and an error where UTF-8 is")
  func otherBytes() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      // "°C" in Latin-1.
      let degrees: [UInt8] = [0xB0, 0x43]
      try Raw.edit(folder("a.h5")) { id in
        for (name, set) in [("ascii", H5T_CSET_ASCII), ("utf8", H5T_CSET_UTF8)] {
          let type = Raw.stringType(byteCount: 2, padding: H5T_STR_NULLPAD, set: set)
          try Raw.attribute(name, in: id, type: type, memory: type, shape: [], values: degrees)
          H5Tclose(type)
        }
      }
      let file = try File(opening: folder("a.h5"))
      #expect(try file.attributes.string("ascii") == "°C")
      #expect(try error { _ = try file.attributes.string("utf8") }.kind == .wrongType)
    }
  }

  @Test("Strings that a format cannot hold are refused, and the old attribute stays")
  func refused() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.attributes.set("a", to: "old")
      let long = try error { try file.attributes.set("a", to: "ä234", as: .fixed(byteCount: 4)) }
      #expect(long.kind == .wrongCount)
      #expect(long.reason == "\"ä234\" has 5 bytes, but there is room for 4")
      let terminated = StringFormat.fixed(byteCount: 4, padding: .nullTerminated)
      #expect(try error { try file.attributes.set("a", to: "1234", as: terminated) }.kind == .wrongCount)
      #expect(try error { try file.attributes.set("a", to: "é", as: .variable(.ascii)) }.reason == "\"é\" is not ASCII")
      #expect(try error { try file.attributes.set("a", to: "a\0b") }.kind == .invalidArgument)
      #expect(try error { try file.attributes.set("a", to: "", as: .fixed(byteCount: 0)) }.kind == .invalidArgument)
      #expect(try file.attributes.string("a") == "old")
      let dataset = try file.createDataset("x", ofStrings: .variable, shape: [2])
      #expect(try error { try dataset.writeStrings(["a"]) }.kind == .wrongCount)
      #expect(try error { _ = try dataset.read(as: Float.self) }.reason.contains("string of variable length"))
      #expect(try error { try dataset.write([1, 2] as [Float]) }.kind == .wrongType)
    }
  }
}
