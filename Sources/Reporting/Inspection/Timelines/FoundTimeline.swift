import SPPipelines
import SPPlots
import SPRecordings
import SPStages
import SPTables

/// A picture over time of a pipeline's findings in a recording, for findings other than swings.
struct FoundTimeline {
  let path: String
  let pipeline: Pipeline
  var stretch: RecordingStretch
  /// The resolution, in columns.
  var columns: Int

  /// The picture that belongs to the pipeline's most prominent table with a picture.
  /// - Throws: `RequestFault` for a pipeline without such a table and for a stretch outside of the recording;
  ///   `NotRecorded` if there is nothing to draw; the errors of planning and running the pipeline.
  func figure() throws -> Figure {
    let rows = pipeline.stages.compactMap(\.stage.tableRow).filter { $0.figure?.timeline != nil }
    guard let row = rows.max(by: { $0.prominence < $1.prominence }), let timeline = row.figure?.timeline else {
      throw RequestFault(
        description: "the pipeline \(pipeline.name) makes no table that is drawn over time; expected another, or none")
    }
    let paths = try pipeline.sessionPaths(around: path)
    let tables = try FoundTables(in: paths, by: pipeline).tables
    let source = try TimelineSource(session: paths, open: pipeline.open) { name in
      tables[name].map { StoredTable($0, path: name) }
    }
    let attributes = try pipeline.open(path).attributes
    let name = paths.count > 1 ? attributes.sessionID ?? attributes.recordingID : attributes.recordingID
    let title = "\(name), by \(pipeline.name)"
    let picture = TimelinePicture(
      figure: timeline, title: title, rows: nil, stretch: stretch, columns: columns)
    let figure = try picture.figure(of: source)
    guard !figure.panels.isEmpty else {
      throw NotRecorded("it has nothing of what \(pipeline.name) draws")
    }
    return figure
  }
}

/// Labels of other kinds than swings, as rows of strokes: an interval as a stroke of its duration, a moment as a point.
struct LabelTracks {
  /// A row for each kind that occurs in the stretch, by name.
  let tracks: [Track]

  /// Takes the labels that touch a stretch.
  /// - Parameters:
  ///   - labels: The labels of a recording, with times in s.
  ///   - span: The stretch, in s on the same clock.
  ///   - place: Returns the position of a time on the picture's axis.
  init(
    _ labels: Annotations, over span: ClosedRange<Double>, at place: (_ time: Double) -> Double = { $0 }
  ) {
    let sets = labels.labelledSets.subtracting([.hitsAndMisses]).sorted()
    tracks = sets.map { set in
      let shown = labels.labels(of: set).filter {
        $0.time >= span.lowerBound && ($0.startTime ?? $0.time) <= span.upperBound
      }
      let marks = shown.map { label in
        Track.Mark(
          start: label.startTime.map { place(max($0, span.lowerBound)) }, time: place(min(label.time, span.upperBound)),
          symbol: .stroke)
      }
      return Track(label: "\(set.plural) labelled", marks: marks)
    }.filter { !$0.marks.isEmpty }
  }
}
