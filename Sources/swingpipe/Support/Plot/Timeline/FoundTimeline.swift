import Pipelines
import Plots
import Recordings
import Stages
import Tables

/// What `plot` draws of a recording with what a pipeline finds in it, where that is no swings.
struct FoundTimeline {
  let path: String
  let pipeline: Pipeline
  var stretch: PlotStretch

  /// A pipeline that makes nothing that is drawn over time.
  struct NothingToDraw: Error, CustomStringConvertible {
    let pipeline: String
    var description: String {
      "the pipeline \(pipeline) makes no table that is drawn over time; expected another, or none"
    }
  }

  /// The picture that goes with the most prominent of the pipeline's tables that have one.
  /// - Throws: ``NothingToDraw``, `PlotStretch.Fault`, and what planning and running the pipeline throw.
  func figure() throws -> Figure {
    let rows = pipeline.stages.compactMap(\.stage.tableRow).filter { $0.figure?.timeline != nil }
    guard let row = rows.max(by: { $0.prominence < $1.prominence }), let timeline = row.figure?.timeline else {
      throw NothingToDraw(pipeline: pipeline.name)
    }
    let recording = try Recording(opening: path)
    let tables = try tables()
    let title = "\(recording.attributes.recordingID), by \(pipeline.name)"
    let picture = TimelinePicture(
      figure: timeline, title: title, rows: nil, stretch: stretch)
    let figure = try picture.figure(of: TimelineSource(recordings: [recording]) { tables[$0] })
    guard !figure.panels.isEmpty else {
      throw NothingThere(description: "it has nothing of what \(pipeline.name) draws")
    }
    return figure
  }

  /// The tables that the pipeline writes, by their names.
  private func tables() throws -> [String: StoredTable] {
    let written = pipeline.stages.compactMap { stage in
      stage.stage.tableNames.first.flatMap { name in
        stage.reads[Slot.table.name].map { (name: name, source: $0) }
      }
    }
    let result = try pipeline.run(pipeline.plan(path), keeping: Set(written.map(\.source)))
    var tables: [String: StoredTable] = [:]
    for table in written {
      tables[table.name] = result.value(.table, at: table.source).map { StoredTable($0, path: table.name) }
    }
    return tables
  }
}
