import Pipelines
import Tables
import Testing

@Suite("writers.table")
struct TableWriterTests {
  private static func text(_ options: String) -> String {
    """
    { "version": 1, "stages": [
    { "type": "readers.hdf5" }, { "type": "filters.high_pass" }, { "type": "detectors.impact" },
    { "id": "rows", "type": "features.impact" }, { "id": "out", "type": "writers.table", \(options) } ] }
    """
  }

  @Test(
    "A table and its joined one are compressed as asked for, and hold the same", arguments: ["zstd", "gzip", "none"])
  func compression(codec: String) async throws {
    let folder = try TestFolder()
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    var sizes: [String: Int] = [:]
    for option in Set(["none", codec]) {
      let pipeline = try TestPipelines.load(text: Self.text("\"compression\": \"\(option)\""))
      let batch = TestPipelines.batch(output: folder(option))
      #expect(try await batch.run(BatchPlan(pipeline, [path]), of: pipeline).isComplete)
      let tables = try TestFolder.contents(of: folder(option)).filter { $0.key.hasSuffix(".parquet") }
      #expect(tables.count == 2)
      sizes[option] = tables.values.map(\.count).max()
      let joined = try TableText(contentsOf: folder("\(option)/merged/swings.parquet"))
      #expect(joined == (try TableText(contentsOf: folder("\(option)/swings/tennis-000007.parquet"))))
      #expect(!joined.rows.isEmpty)
    }
    if codec != "none" { #expect(try #require(sizes[codec]) < (try #require(sizes["none"]))) }
  }

  @Test("Compression is no option beside formats that have one way alone", arguments: ["csv", "hdf5"])
  func noChoice(format: String) throws {
    let text = Self.text("\"format\": \"\(format)\", \"compression\": \"gzip\"")
    let error = try #require(throws: PipelineError.self) { try TestPipelines.load(text: text) }
    #expect(
      error.diagnostics.map(\.message) == [
        "option \"compression\": goes with the format parquet alone; expected none beside \(format), found \"gzip\""
      ])
  }
}
