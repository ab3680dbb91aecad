import Foundation
import Tables
import Testing

/// What other programs read from our tables, compared value by value with what was written.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class ParquetConformanceTests {
  let folder = NSTemporaryDirectory() + "conformance-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test func everyReaderReadsWhatWasWritten() throws {
    for example in ConformanceCase.all {
      let path = folder + "/" + example.name
      let bytes = try Parquet.encode(example.table, name: "swings")
      try Data(bytes).write(to: URL(fileURLWithPath: path + ".parquet"))
      try example.json().write(to: URL(fileURLWithPath: path + ".json"))
    }
    let (status, output) = try VirtualEnvironment.shared.get().run("check_parquet.py", folder)
    #expect(status == 0, "\(output)")
    #expect(output.split(separator: "\n").count { $0.hasSuffix(" rows") } == ConformanceCase.all.count)
  }
}
