import SPBasics
import SPImportBatches
import SPImporting
import SPPipelines
import SPRecordings
import SPSwings
import Testing

/// Imports of many sources.
struct ImportBatchTests {
  private static let table =
    "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\n"
    + (0..<100).map { "\(Double($0) / 100),0.\($0),0.5,-1\n" }.joined()

  @Test("Sources become recordings with their labels, those at fault fail alone, and a second import does what is left")
  func batch() async throws {
    let folder = try TestFolder()
    try folder.write(Self.table, to: "in/walk.csv")
    try folder.write(Self.table, to: "in/run.csv")
    try folder.write("", to: "in/none.csv")
    try folder.write("time_s,label\n0.5,hit\n", to: "labels/walk.csv")
    let sources = try ImportSource.sources(in: [folder("in")])
    var batch = ImportBatch(Importer(ImportOptions(), toolVersion: "1"), into: folder("out"))
    batch.labels = try ImportLabels(folder("labels"), for: sources)
    batch.jobs = 2
    let outcome = try await batch.run(sources)
    #expect(outcome.reports.map(\.source.recordingID) == ["none", "run", "walk"])
    #expect(outcome.reports.map(\.status) == [.failed, .done, .done])
    #expect(outcome.failure == "1 of 3 sources failed; the others are done" && !outcome.isWorthRetrying)
    #expect(outcome.reports[0].lines.first?.hasPrefix("error: \(folder("in/none.csv")):1: is empty") == true)
    #expect(outcome.reports[2].labels?.hits == 1 && outcome.reports[1].labels == nil)
    #expect(try Recording(opening: folder("out/walk.h5")).annotations()?.swings.count == 1)
    let again = try await batch.run(sources)
    #expect(again.count(.upToDate) == 2 && again.count(.failed) == 1)
    #expect(try again.json().contains("\"status\" : \"up_to_date\""))
  }

  @Test("A folder without a file for any recording is told of")
  func labels() throws {
    let folder = try TestFolder()
    try folder.write(Self.table, to: "walk.csv")
    try folder.makeFolder("labels")
    let sources = try ImportSource.sources(in: [folder("walk.csv")])
    let fault = #expect(throws: ImportLabels.Fault.self) { try ImportLabels(folder("labels"), for: sources) }
    #expect(fault?.description.hasSuffix("has no file for any recording; expected one such as walk.csv") == true)
  }

  @Test("Streams of HDF5 files may stand in \"streams\", as those of text tables do")
  func mappingForms() throws {
    let folder = try TestFolder()
    let streams =
      #"{"accelerometer": {"time": {"path": "/t"}, "datasets": {"acceleration": {"path": "/a"}}}}"#
    try WholeFile.write(Array(#"{"hdf5": \#(streams)}"#.utf8), to: folder("bare.json"))
    try WholeFile.write(Array(#"{"hdf5": {"streams": \#(streams)}}"#.utf8), to: folder("nested.json"))
    let bare = try MappingFile.read(folder("bare.json")).mapping
    #expect("\(try MappingFile.read(folder("nested.json")).mapping)" == "\(bare)" && "\(bare)".contains("/a"))
    try WholeFile.write(Array(#"{"hdf5": {"streams": {"acelerometer": {}}}}"#.utf8), to: folder("bad.json"))
    let error = #expect(throws: PipelineError.self) { try MappingFile.read(folder("bad.json")) }
    #expect(error.map { "\($0)".contains("accelerometer") } == true)
  }

  @Test(
    "Options of text tables that contradict each other are faults, with their place and what is expected",
    arguments: [
      (#""unit": "ms", "rate_hz": 100"#, "", "expected either a field, a column or a rate_hz, found several"),
      (#""unit": "min""#, "", #""min" is not a unit of timestamps; expected s, ms, us or ns"#),
      (#""unit": "s", "format": "ms""#, "", #"expected no format beside the unit s, found "ms""#),
      (#""start_s": 5"#, "", "expected a start_s only beside a rate_hz, found 5.0"),
      ("", #""scale": 0"#, "expected a number other than 0, found 0"),
      ("", #""axes": ["x", "x", "z"]"#, "expected x, y and z in any order, each with an optional sign"),
      ("", #""order": "xyzw""#, "expected no order or direction: acceleration is not a quaternion"),
    ])
  func textFaults(time: String, dataset: String, message: String) throws {
    let folder = try TestFolder()
    let values = [#""fields": ["x", "y", "z"]"#, dataset].filter { !$0.isEmpty }.joined(separator: ", ")
    let clock = [#""field": "t""#, time].filter { !$0.isEmpty }.joined(separator: ", ")
    try folder.write(
      #"{"text": {"streams": {"accelerometer": {"time": {\#(clock)}, "datasets": {"acceleration": {\#(values)}}}}}}"#,
      to: "a.json")
    let error = try #require(throws: PipelineError.self) { try MappingFile.read(folder("a.json")) }
    #expect("\(error)".contains(message) && "\(error)".hasPrefix(folder("a.json") + ":1:"), "\(error)")
  }
}
