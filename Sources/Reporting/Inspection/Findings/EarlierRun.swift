import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages
import SPTables

/// The recordings and the pipeline of a run, by its output folder.
package struct EarlierRun: Sendable {
  /// A swing of a run.
  package struct Swing: Hashable, Sendable {
    /// The recording's file.
    package let path: String
    /// Its position among the recording's swings, from 0.
    package let index: Int
    /// Its time on the recording's clock, in s.
    package let timeS: Double
    /// Its recording and its time, for people.
    package let remark: String
  }

  /// The pipeline that the run used, with all its options.
  package let pipeline: Pipeline
  private let output: OutputFolder
  private let items: [WorkItem]

  /// Whether a path is the output folder of a run, or of a run per sport.
  package static func isOutput(_ path: String) -> Bool {
    let folder = OutputFolder(path)
    return folder.isOutput || !folder.runsInside.isEmpty
  }

  /// Reads the records of a run.
  /// - Parameters:
  ///   - folder: The output folder.
  ///   - overrides: Options that replace options of the run, each `id.option=value`.
  /// - Throws: `InspectionError` for a folder without the records of a run; `PipelineError` if the pipeline cannot be
  ///   loaded.
  package init(in folder: String, overrides: [String] = []) throws {
    output = OutputFolder(folder)
    let output = output
    items = try InspectionError.explaining(at: folder, otherwise: .unusableData) {
      guard let list = try output.plan() else {
        throw RequestFault(description: "\(OutputStatus.NoOutput(path: output.path))")
      }
      return list.items
    }
    let target = try? output.target()
    let done = target == nil ? items.first { (try? output.status(of: $0.recordingID))?.status == .done } : nil
    pipeline = try KeptPipeline(in: output, ofRecording: done?.recordingID)
      .pipeline(StandardStages.registry(), overrides: overrides)
  }

  /// Finds a swing by its row in the joined table of the run, from 0.
  /// - Throws: `InspectionError` if the run has no such row, or the file is gone.
  package func swing(inRow row: Int) throws -> Swing {
    guard let main = swingTable, let timeColumn = main.row?.timeColumn else {
      throw InspectionError(
        .request,
        "--swing is for runs that look for swings, and \(pipeline.name) does not; expected one recording with --run "
          + "\(output.path.shellWord), and a moment (explain --at) or a stretch (plot --from, --to)", at: output.path)
    }
    var before = 0
    for item in items {
      let status = try InspectionError.explaining(at: output.path, otherwise: .unusableData) {
        try output.status(of: item.recordingID)
      }
      guard let status, status.status == .done, let made = status.tables.first(where: { $0.table == main.table }) else {
        continue
      }
      let path = output.path + "/" + made.path
      let times = try InspectionError.explaining(at: path, otherwise: .unusableData) {
        try TableFile.read(path, columns: [timeColumn]).doubles(timeColumn)
      }
      guard row - before < times.count else {
        before += times.count
        continue
      }
      return try swing(row - before, at: times[row - before] ?? .nan, of: item, row: row)
    }
    throw InspectionError(
      .request,
      "--swing is \(row), but the run has \(counted(before, "swing"))"
        + (before > 0 ? "; expected 0 to \(before - 1)" : ""), at: output.path)
  }

  /// The main table of the run if its rows are swings; otherwise nil.
  private var swingTable: DataDictionary? {
    output.dictionaries().main.flatMap { $0.row?.indexColumn == "swing_index" ? $0 : nil }
  }

  private func swing(_ index: Int, at timeS: Double, of item: WorkItem, row: Int) throws -> Swing {
    let path = try self.path(of: item)
    let isSame = (try? output.status(of: item.recordingID))?.inputState(of: item.shownPaths) == .same
    // Times of another file would mislead.
    let start = isSame ? try? pipeline.open(path).startTime() : nil
    return Swing(
      path: path, index: index, timeS: timeS,
      remark: "row \(row) of \(output.path): swing_index \(index) of \(item.recordingID) (\(path)), at "
        + RecordingTime.words(timeS, from: start))
  }

  /// The file of the run's only recording.
  /// - Throws: `InspectionError` if there are several, or the file is gone.
  package func onlyRecording() throws -> String {
    guard items.count == 1 else {
      throw InspectionError(
        .request,
        "the run has \(counted(items.count, "recording")); expected \(swingTable == nil ? "" : "--swing, or ")one "
          + "recording with --run \(output.path.shellWord)", at: output.path)
    }
    return try path(of: items[0])
  }

  /// The recording of an item that has acceleration, in which the pipeline finds swings; without acceleration, the
  /// first one.
  private func path(of item: WorkItem) throws -> String {
    let paths = item.shownPaths.map { Folder.exists($0) ? $0 : Folder.absolute($0) }
    if let gone = paths.first(where: { !Folder.exists($0) }) {
      throw InspectionError(
        .unusableData,
        "the run's recording \(item.recordingID) is no longer at \(gone); expected it there, or its new place: "
          + "swingpipe explain RECORDING --run \(output.path.shellWord)", at: output.path)
    }
    guard paths.count > 1 else { return paths[0] }
    return paths.first { (try? pipeline.open($0).streams[.accelerometer]) != nil } ?? paths[0]
  }

  /// A warning about a recording that the run has not read, or has read at another path, or that has changed since the
  /// run; otherwise nil.
  package func warning(about path: String) -> String? {
    let id = (try? pipeline.open(path))?.attributes
    let ids = [id?.sessionID, id?.recordingID].compactMap(\.self)
    let place = Folder.realPath(path)
    let item =
      items.first { $0.shownPaths.contains { Folder.realPath($0) == place } }
      ?? items.first { ids.contains($0.recordingID) }
    guard let item, let status = try? output.status(of: item.recordingID) else {
      return "\(path): is not among the recordings of the run in \(output.path)"
    }
    let isAtPlace = item.shownPaths.contains { Folder.realPath($0) == place }
    let paths = isAtPlace ? item.shownPaths : [path]
    let state = status.inputState(of: paths)
    guard state == .same else {
      return "\(path): has changed since the run in \(output.path), whose results may differ"
    }
    return isAtPlace ? nil : "\(path): was at \(item.path) when the run in \(output.path) read it"
  }

  /// Whether a pipeline makes the same results as the pipeline of the run.
  package func isSame(_ other: Pipeline) -> Bool {
    BatchTarget(other, toolVersion: "").key == BatchTarget(pipeline, toolVersion: "").key
  }
}
