import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Files.
struct FileTests {
  @Test("What is written is there after closing, and a closed file can be closed again")
  func roundTrip() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.createDataset("x", of: Int32.self, shape: [3]).write([1, 2, 3] as [Int32])
      try file.close()
      try file.close()
      let again = try File(opening: folder("a.h5"))
      #expect(again.path == folder("a.h5"))
      #expect(again.links == .refuse)
      #expect(try again.openDataset("/x").read(as: Int32.self) == [1, 2, 3])
    }
  }

  @Test("Flushed values are seen by another reader while the file stays open")
  func flush() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.createDataset("x", of: Int32.self, shape: [2]).write([4, 5] as [Int32])
      try file.flush()
      try write(bytes(folder("a.h5")), to: folder("copy.h5"))
      #expect(try File(opening: folder("copy.h5")).openDataset("x").read(as: Int.self) == [4, 5])
      try file.close()
    }
  }

  @Test("An exclusive creation keeps a present file, a truncating one empties it")
  func creation() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      let file = try File(creating: path)
      try file.createGroup("g")
      try file.close()
      let refused = try error { _ = try File(creating: path) }
      #expect(refused.kind == .fileExists)
      #expect(refused.description == "\(path): cannot create: a file of this name exists already")
      #expect(try File(opening: path).exists("g"))
      try File(creating: path, .truncating).close()
      #expect(try File(opening: path).children().isEmpty)
    }
  }

  @Test("A file opened for writing can be added to, one opened for reading cannot")
  func access() throws {
    try withFolder { folder in
      let path = folder("a.h5")
      try File(creating: path).close()
      let writable = try File(opening: path, for: .readingAndWriting)
      try writable.createGroup("g")
      try writable.close()
      let readable = try File(opening: path)
      let refused = try error { _ = try readable.createGroup("h") }
      #expect(refused.kind == .noAccess)
      #expect(refused.reason == "the file was opened for reading only")
      #expect(try readable.children().map(\.name) == ["g"])
    }
  }

  @Test("Closing a file ends the use of its objects, which say so, and frees it for truncation")
  func useAfterClose() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let group = try file.createGroup("g")
      let dataset = try group.createDataset("x", of: Float.self, shape: [1])
      try file.close()
      for use: () throws -> Void in [
        { _ = try dataset.shape }, { _ = try dataset.read(as: Float.self) }, { _ = try group.children() },
        { _ = try dataset.attributes.names() }, { try file.flush() },
      ] {
        let refused = try error(from: use)
        #expect(refused.kind == .closed)
        #expect(refused.reason == "the file has been closed")
      }
      try File(creating: folder("a.h5"), .truncating).close()
    }
  }

  @Test("Objects keep their file open when it is let go of")
  func objectsKeepFile() throws {
    try withFolder { folder in
      func makeDataset() throws -> Dataset {
        try File(creating: folder("a.h5")).createDataset("x", of: Int8.self, shape: [2])
      }
      let dataset = try makeDataset()
      try dataset.write([1, -1] as [Int8])
      #expect(try dataset.read(as: Int8.self) == [1, -1])
    }
  }

  @Test("Two files opened from one path are closed one by one")
  func openedTwice() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.createDataset("x", of: Int8.self, shape: [2]).write([1, 2] as [Int8])
      try file.close()
      let first = try File(opening: folder("a.h5"))
      let second = try File(opening: folder("a.h5"))
      let dataset = try second.openDataset("x")
      try first.close()
      #expect(try dataset.read(as: Int8.self) == [1, 2])
    }
  }

  @Test("Equal content makes equal bytes, whatever the time; with times it need not")
  func equalBytes() async throws {
    let folder = try Folder()
    defer { folder.remove() }
    func make(_ name: String, tracksTimes: Bool) throws -> [UInt8] {
      let file = try File(creating: folder(name))
      var layout = DatasetLayout.compressed(chunkShape: [64, 3])
      layout.tracksTimes = tracksTimes
      let dataset = try file.createDataset("a/b/x", of: Float.self, shape: [0, 3], layout: layout)
      try dataset.append((0..<600).map { Float($0).squareRoot() })
      try dataset.attributes.set("units", to: "g")
      try file.attributes.set("format", to: "text", as: .fixed(byteCount: 8))
      try file.attributes.set("rates", to: [800.0, 200.0])
      try file.createDataset("names", ofStrings: .variable, shape: [2]).writeStrings(["a", "bc"])
      try file.close()
      return try bytes(folder(name))
    }
    let first = try make("1.h5", tracksTimes: false)
    let timed = try make("2.h5", tracksTimes: true)
    // HDF5 stores whole seconds.
    try await Task.sleep(for: .milliseconds(1_100))
    #expect(try make("3.h5", tracksTimes: false) == first)
    #expect(try make("4.h5", tracksTimes: true) != timed)
  }
}
