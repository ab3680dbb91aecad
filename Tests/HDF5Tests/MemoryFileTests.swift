import Testing

@testable import SPHDF5

/// Files in memory.
struct MemoryFileTests {
  private func fill(_ file: File) throws {
    let dataset = try file.createDataset("g/x", of: Int32.self, shape: [0], layout: .compressed(chunkShape: [8]))
    try dataset.append((0..<20).map { Int32($0) })
    try dataset.attributes.set("units", to: "g")
    // For these the library reserves more room than they take.
    try dataset.attributes.set("names", to: (0..<200).map { "name \($0)" })
  }

  @Test("The bytes are those of a file on a disk, and open as one", arguments: FileFormat.allCases)
  func roundTrip(format: FileFormat) throws {
    try withFolder { folder in
      let image = try File.image(named: "made.h5", format: format, fill)
      let disk = try File(creating: folder("a.h5"), format: format)
      try fill(disk)
      try disk.close()
      #expect(try bytes(folder("a.h5")) == image)
      let again = try File(image: image, named: "again.h5")
      #expect(try again.openDataset("g/x").read(as: Int.self) == Array(0..<20))
      #expect(try error { try again.createGroup("h") }.reason == "the file was opened for reading only")
      #expect(try error { _ = try again.openDataset("y") }.file == "again.h5")
    }
  }

  @Test("Several are open at a time")
  func several() throws {
    var inner: [UInt8] = []
    let outer = try File.image(named: "same") { file in
      try file.attributes.set("n", to: 1 as Int64)
      inner = try File.image(named: "same") { try $0.attributes.set("n", to: 2 as Int64) }
    }
    let again = try [outer, inner].map { try File(image: $0, named: "same") }
    #expect(try again.map { try $0.attributes.number("n", as: Int.self) } == [1, 2])
  }

  @Test("What is still open when the file is done is closed, and failures are passed on")
  func leftOpen() throws {
    var dataset: Dataset?
    let image = try File.image(named: "a") { file in
      try fill(file)
      dataset = try file.openDataset("g/x")
    }
    #expect(try error { _ = try dataset?.shape }.kind == .closed)
    #expect(try File(image: image, named: "b").openDataset("g/x").shape == [20])
    #expect(
      try error {
        _ = try File.image(named: "a") { file in
          dataset = try file.createDataset("x", of: Int8.self, shape: [1])
          _ = try file.openDataset("none")
        }
      }.kind == .noSuchObject)
    #expect(try dataset?.shape == [1])
  }

  @Test("Bytes that are no whole HDF5 file are told apart")
  func refused() throws {
    let image = try File.image(named: "a", format: .checksummed, fill)
    let cases: [([UInt8], HDF5Error.Kind)] = [
      ([], .notHDF5), (Array("a,b\n1,2\n".utf8), .notHDF5), (Array(image.dropLast(9)), .truncated),
      (Array(image[..<20]), .damaged),
    ]
    for (bytes, kind) in cases {
      let refused = try error { _ = try File(image: bytes, named: "b.h5") }
      #expect(refused.kind == kind, "\(refused)")
      #expect(refused.file == "b.h5")
    }
  }

  @Test("An attribute of the format with checksums may be larger than 64 KiB")
  func largeAttribute() throws {
    let text = String(repeating: "0123456789", count: 10_000)
    let image = try File.image(named: "a", format: .checksummed) {
      try $0.attributes.set("text", to: text, as: .fixed(byteCount: 100_000))
    }
    #expect(try File(image: image, named: "b").attributes.string("text") == text)
  }

  @Test("A file in the making is called by the name that it will have")
  func shownAs() throws {
    try withFolder { folder in
      let file = try File(creating: folder(".a.h5.part"), shownAs: folder("a.h5"))
      #expect(file.path == folder("a.h5"))
      #expect(try error { _ = try file.openDataset("x") }.file == folder("a.h5"))
      try file.close()
      let taken = try error { _ = try File(creating: folder(".a.h5.part"), shownAs: folder("a.h5")) }
      #expect(taken.kind == .fileExists)
      #expect(taken.file == folder("a.h5"))
    }
  }
}
