import Foundation
import SPTables
import Testing

/// What other programs read from our tables, compared value by value with what was written.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class ParquetConformanceTests {
  let folder = NSTemporaryDirectory() + "conformance-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func everyReaderReadsWhatWasWritten() throws {
    for example in ConformanceCase.all { try write(example, as: example.name) }
    let divided = try #require(ConformanceCase.all.first { $0.name == "1000-scattered" })
    let options = ParquetOptions(rowsPerGroup: 300)
    let groups = try write(divided, as: divided.name + "-in-row-groups", options)
    #expect(groups == [300, 300, 300, 100])
    let (status, output) = try VirtualEnvironment.shared.get().run("check_parquet.py", folder)
    #expect(status == 0, "\(output)")
    #expect(output.split(separator: "\n").count { $0.hasSuffix(" rows") } == ConformanceCase.all.count + 1)
  }

  /// Writes a table and what it holds.
  /// - Returns: the sizes of its row groups.
  @discardableResult private func write(
    _ example: ConformanceCase, as name: String, _ options: ParquetOptions = ParquetOptions()
  ) throws -> [Int] {
    let path = folder + "/" + name
    let bytes = try Parquet.encode(example.table, name: "swings", options: options)
    try Data(bytes).write(to: URL(fileURLWithPath: path + ".parquet"))
    try example.json().write(to: URL(fileURLWithPath: path + ".json"))
    return try ParquetFile(bytes, path: path).rowGroupSizes
  }
}
