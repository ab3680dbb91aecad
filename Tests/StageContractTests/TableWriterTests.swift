import SPBatches
import SPPipelines
import Testing

@testable import SPTables

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
    let pipeline = try TestPipelines.load(text: Self.text("\"compression\": \"\(codec)\""))
    let batch = TestPipelines.batch(output: folder("out"))
    #expect(try await batch.run(BatchPlan(pipeline, [path]), of: pipeline).isComplete)
    let tables = ["out/swings/tennis-000007.parquet", "out/merged/swings.parquet"].map { folder($0) }
    for table in tables { #expect(try ParquetFile(table).codecForRewriting.rawValue == codec) }
    let rows = try tables.map { try TableText(contentsOf: $0) }
    #expect(rows[0] == rows[1] && !rows[0].rows.isEmpty)
  }

  @Test("Compression is no option beside formats that have one way alone", arguments: ["csv", "hdf5"])
  func noChoice(format: String) throws {
    let text = Self.text("\"format\": \"\(format)\", \"compression\": \"gzip\"")
    let error = try #require(throws: PipelineError.self) { try TestPipelines.load(text: text) }
    #expect(
      error.diagnostics.map(\.message) == [
        "option \"compression\": goes with the format parquet alone; leave it out beside \(format)"
      ])
  }
}
