import Foundation
import SPTables
import Testing

/// What other programs read from our HDF5 tables, compared value by value with what was written.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class HDF5ConformanceTests {
  let folder = NSTemporaryDirectory() + "conformance-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func everyReaderReadsWhatWasWritten() throws {
    // HDF5's texts end at a NUL, and all of a column have the room of the longest.
    let cases = ConformanceCase.all.map { $0.replacing("\u{0}", with: "nan") }.map { example in
      example.table.rowCount > 1_000 ? example.without("long") : example
    }
    for example in cases {
      let path = folder + "/" + example.name
      let bytes = try HDF5Table.encode(example.table, name: "swings")
      try Data(bytes).write(to: URL(fileURLWithPath: path + ".h5"))
      try example.json().write(to: URL(fileURLWithPath: path + ".json"))
    }
    let (status, output) = try VirtualEnvironment.shared.get().run("check_hdf5.py", folder)
    #expect(status == 0, "\(output)")
    #expect(output.split(separator: "\n").count { $0.hasSuffix(" rows") } == cases.count)
  }
}
