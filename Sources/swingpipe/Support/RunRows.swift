import ArgumentParser
import FoundationEssentials
import SPBasics
import SPBatches
import SPPipelines
import SPTables

/// The table of a run whose rows go to standard output.
struct RunRows {
  let table: String
  private let columns: [ColumnDescription]

  /// Looks up the table in the pipeline.
  /// - Throws: `ExitCode.usage`, after the reason was written to standard error.
  init(_ table: String, of pipeline: Pipeline, through lastStage: String?) throws {
    let names = pipeline.stages(through: lastStage).tableNames
    guard names.contains(table) else {
      let place = lastStage.map { "up to stage \"\($0)\" " } ?? ""
      let advice = NearestName.advice(table, in: names, otherwise: names.isEmpty ? "it writes no tables" : nil)
      StandardStreams.error("error: --rows: \(place)the pipeline writes no table \"\(table)\"; \(advice)")
      throw ExitCode.usage
    }
    // A writer of samples reads no table.
    func isOfSamples(_ name: String) -> Bool {
      pipeline.stages.contains { $0.stage.tableNames.contains(name) && $0.reads["table"] == nil }
    }
    guard !isOfSamples(table) else {
      let others = names.filter { !isOfSamples($0) }
      StandardStreams.error(
        "error: --rows: \"\(table)\" holds samples around swings, not rows; "
          + NearestName.advice(table, in: others, otherwise: others.isEmpty ? "the pipeline writes no tables" : nil))
      throw ExitCode.usage
    }
    self.table = table
    columns = pipeline.dictionaries.first { $0.table == table }?.columns ?? []
  }

  /// Prints the rows of all finished recordings, in the order of the list.
  ///
  /// The rows are read back from the written tables, so that tables of earlier runs, and tables written before a crash,
  /// are included.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  func print(_ report: BatchReport, in folder: OutputFolder) throws {
    do {
      for recording in report.recordings where recording.status == .done {
        for written in try recording.details().stored?.tables ?? [] where written.table == table {
          let table = try TableFile.read(folder.path + "/" + written.path).typed(by: columns)
          StandardStreams.output(Data(try JSONLines.encode(table)))
        }
      }
    } catch {
      StandardStreams.error("error: --rows: \(error)")
      throw isWorthRetrying(error) ? ExitCode.temporary : ExitCode.someFailed
    }
  }
}
