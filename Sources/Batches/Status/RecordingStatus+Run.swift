import FoundationEssentials
import SPBasics
import SPPipelines

extension RecordingStatus {
  init(
    _ report: RecordingReport, _ item: BatchPlan.Item, toolVersion: String, _ began: Date,
    _ stamp: FileStamp?
  ) {
    self.init(
      recordingID: item.work.recordingID, status: report.status, isWorthRetrying: report.isWorthRetrying,
      input: Input(path: item.work.path, stamp: stamp, hash: nil), toolVersion: toolVersion, key: item.pipeline.key,
      host: HostName.current, started: UTCTime.text(began), seconds: report.seconds,
      peakMemoryBytes: ProcessFacts.peakMemoryBytes, reasons: report.reasons, errors: [],
      warnings: report.held.warnings,
      stages: report.held.stages, tables: [])
  }

  /// Records tables as they were written, even if another run into the same folder has replaced them since.
  mutating func add(
    _ written: [WrittenTable], _ files: [NewFile], _ stamps: [FileStamp],
    keys: [String: String], in output: OutputFolder
  ) {
    for table in written {
      guard let index = files.lastIndex(where: { $0.path == table.path }) else { continue }
      tables.append(
        Table(
          table: table.table, path: table.path.withoutPrefix(output.path + "/"), key: keys[table.table] ?? "",
          stamp: stamps[index], hash: files[index].hash))
    }
  }

  /// Keeps what is still valid from the last run: the records, warnings and tables of stages that did not have to run
  /// again.
  mutating func keepRest(of previous: RecordingStatus, pipeline: Pipeline) {
    let made = Set(tables.map(\.table))
    let names = pipeline.tableNames
    tables += previous.tables.filter { !made.contains($0.table) && names.contains($0.table) }
    tables.sort { $0.table < $1.table }
    let ran = stages.map { "stage \"\($0.id)\":" }
    warnings += previous.warnings.filter { old in
      old.hasPrefix("stage ") && !ran.contains(where: old.hasPrefix)
    }
    let all = stages + previous.stages.filter { old in !stages.contains { $0.id == old.id } }
    stages = pipeline.stages.compactMap { stage in all.first { $0.id == stage.id } }
  }
}
