import CHDF5
import Testing

@testable import SPHDF5

/// Strings of variable length.
struct GlobalHeapTests {
  /// A file with an attribute and two datasets of such strings.
  private func make(_ path: String) throws {
    let file = try File(creating: path)
    try file.attributes.set("a", to: "one of any length", as: .variable)
    let texts = ["first", "", "third of them"]
    try file.createDataset("plain", ofStrings: .variable, shape: [3]).writeStrings(texts)
    try file.createDataset("chunks", ofStrings: .variable, shape: [3], layout: .compressed(chunkShape: [2]))
      .writeStrings(texts)
    try file.close()
  }

  private func heap(_ bytes: [UInt8]) throws -> Int {
    try #require(bytes.indices.first { bytes[$0...].starts(with: Array("GCOL".utf8)) })
  }

  private func readings(_ path: String) throws -> [() throws -> Void] {
    let file = try File(opening: path)
    return [
      { _ = try file.attributes.string("a") }, { _ = try file.openDataset("plain").readStrings() },
      { _ = try file.openDataset("chunks").readStrings() },
    ]
  }

  @Test("They are read where their heap is sound, in files and in memory, also before they are on the disk")
  func sound() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path)
      for file in [try File(opening: path), try File(image: bytes(path), named: "image")] {
        #expect(try file.attributes.string("a") == "one of any length")
        for name in ["plain", "chunks"] {
          #expect(try file.openDataset(name).readStrings() == ["first", "", "third of them"])
        }
      }
      let written = try File(creating: folder("b.h5"))
      try written.attributes.set("a", to: "not flushed", as: .variable)
      #expect(try written.attributes.string("a") == "not flushed")
    }
  }

  @Test(
    "A damaged heap is an error, and HDF5 does not run in a circle on it",
    arguments: [
      (0, [0], "it does not begin like one"),
      (8, [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0], "it claims 4294967295 bytes"),
      (8, [0, 0, 0, 0, 0, 0, 0, 0], "it claims 0 bytes"),
      (16, [UInt8](repeating: 0, count: 512), "object 0 claims 0 bytes"),
      (24, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "object 1 claims 9223372036854775807 bytes"),
    ] as [(Int, [UInt8], String)])
  func damaged(offset: Int, with values: [UInt8], reason: String) throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path)
      var damaged = try bytes(path)
      let heap = try heap(damaged) + offset
      damaged.replaceSubrange(heap..<heap + values.count, with: values)
      try write(damaged, to: path)
      for reading in try readings(path) {
        let refused = try error { try reading() }
        #expect(refused.kind == .damaged)
        #expect(refused.reason.contains("the heap of strings at"), "\(refused)")
        #expect(refused.reason.contains(reason), "\(refused)")
      }
    }
  }

  @Test("A heap with any one byte changed is read or refused, and never a crash")
  func anyByte() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try make(path)
      let whole = try bytes(path)
      let heap = try heap(whole)
      for offset in 0..<256 {
        for value in [0, 0xFF, 0x80] as [UInt8] {
          var damaged = whole
          damaged[heap + offset] = value
          try write(damaged, to: path)
          for reading in try readings(path) {
            do {
              try reading()
            } catch let error as HDF5Error {
              #expect([.damaged, .wrongType, .library].contains(error.kind), "\(offset): \(error)")
            }
          }
        }
      }
    }
  }

  @Test("What the library writes unless told otherwise has a fixed length")
  func fixed() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.attributes.set("text", to: "größer")
      try file.attributes.set("none", to: "")
      try file.attributes.set("list", to: ["a", "bcd"])
      try file.attributes.set("nothing", to: [] as [String])
      #expect(try file.attributes.elementType(of: "text") == .string(.fixed(byteCount: 8)))
      #expect(try file.attributes.elementType(of: "list") == .string(.fixed(byteCount: 3)))
      #expect(try file.attributes.string("text") == "größer")
      #expect(try file.attributes.string("none") == "")
      #expect(try file.attributes.strings("list") == ["a", "bcd"])
      #expect(try file.attributes.strings("nothing") == [])
      // Longer than an attribute can be.
      let long = String(repeating: "x", count: 70_000)
      try file.attributes.set("long", to: long)
      #expect(try file.attributes.string("long") == long)
    }
  }
}
