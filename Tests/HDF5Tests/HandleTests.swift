import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Handles.
struct HandleTests {
  /// The identifiers that a body leaves open; the lock keeps other tests from opening any meanwhile.
  private func leftOpen(by body: () throws -> Void) throws -> Int {
    var difference = 0
    let result = Library.catching {
      let before = Library.openIdentifierCount
      try body()
      difference = Library.openIdentifierCount - before
    }
    try result.get()
    return difference
  }

  @Test("An open file, group and dataset are one identifier each and the root's, and go away together")
  func openAndClosed() throws {
    try withFolder { folder in
      let count = try leftOpen {
        let file = try File(creating: folder("a.h5"))
        let group = try file.createGroup("g")
        let dataset = try group.createDataset("x", of: Float.self, shape: [2])
        try dataset.write([1, 2] as [Float])
        try withExtendedLifetime((file, group, dataset)) {
          #expect(try leftOpen { _ = try dataset.read(as: Double.self) } == 0)
          #expect(try leftOpen { _ = try file.openDataset("g/x").filters } == 0)
          #expect(try leftOpen { _ = try group.children() } == 0)
          #expect(H5Fget_obj_count(file.context.handle.id, chdf5_every_object()) == 4)
          try file.close()
        }
      }
      #expect(count == 0)
      #expect(try leftOpen { _ = try File(opening: folder("a.h5")).openDataset("g/x") } == 0)
    }
  }

  @Test("Failures of every sort leave nothing open")
  func afterErrors() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let layout = DatasetLayout.compressed(chunkShape: [4, 2])
      let dataset = try file.createDataset("g/x", of: Float.self, shape: [8, 2], layout: layout)
      let text = try file.createDataset("text", ofStrings: .variable, shape: [2])
      try text.writeStrings(["a", "b"])
      try file.attributes.set("units", to: "g")
      try write(Array("no".utf8), to: folder("text.h5"))
      let failures: [() throws -> Void] = [
        { _ = try File(opening: folder("none.h5")) }, { _ = try File(opening: folder("text.h5")) },
        { _ = try File(creating: folder("a.h5")) }, { _ = try File(creating: folder("a.h5"), .truncating) },
        { _ = try file.openGroup("none/x") }, { _ = try file.openDataset("g") }, { _ = try file.createGroup("g") },
        { _ = try file.openDataset("g/x", chunkCacheByteCount: -1) },
        { _ = try file.createDataset("y", of: Float.self, shape: [2], layout: .init(chunkShape: [3])) },
        { _ = try file.createDataset("y", of: Double.self, shape: [1 << 30], layout: .init(chunkShape: [1 << 29])) },
        { _ = try dataset.read(rows: 7..<9, as: Float.self) }, { try dataset.write([1] as [Float]) },
        { try dataset.append([1] as [Float]) }, { try dataset.resize(to: [1]) }, { _ = try dataset.readStrings() },
        { _ = try text.read(as: Float.self) }, { try text.writeStrings(["a"]) },
        { _ = try file.attributes.number("units") }, { _ = try file.attributes.string("unit") },
        { try file.attributes.set("units", to: [Double](repeating: 0, count: 10_000)) },
        { try file.attributes.set("units", to: "long", as: .fixed(byteCount: 2)) },
      ]
      for (index, failure) in failures.enumerated() {
        let count = try leftOpen { _ = try error(from: failure) }
        #expect(count == 0, "failure \(index)")
      }
      try file.close()
    }
  }
}
