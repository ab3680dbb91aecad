import FoundationEssentials
import SPBasics
import SPEvaluation
import SPPipelines
import SPPlots
import SPRecordings
import SPSignals
import SPStages
import SPSwings
import SPTables

/// Draws recordings for reports, in every domain that has stages.
package struct RecordingIllustrator: ReportIllustrator {
  /// The stretch around a contact that a report draws close up, in s.
  private static let closeUp = -0.04...0.11

  /// An illustrator; it has no options.
  package init() {}

  /// The name of the axis that the pipeline detects impacts on.
  package func axis(of pipeline: Pipeline) -> String { PipelineSignals.impactAxis(of: pipeline).rawValue }

  /// Reads raw and filtered acceleration, rotation and labels around swings.
  package func pictures(
    _ wanted: EventPictureRequest, at path: String, by pipeline: Pipeline
  ) throws -> [EventPicture] {
    let (events, window) = (wanted.events, wanted.window)
    let signals = try PipelineSignals(of: path, by: pipeline)
    let labels = labels(wanted.rows, of: events, signals)
    let slower = try wanted.compareRateHz.flatMap { rate in
      try signals.acceleration.flatMap { try SlowerSensor(of: $0, signals.axis, nearHz: rate) }
    }
    return try wanted.rows.map { row in
      try Task.checkCancellation()
      var picture = EventPicture(row: row)
      guard let anchor = events.anchor(row) else { return picture }
      picture.raw = try trace(signals.raw, anchor, window)
      picture.filtered = try trace(signals.filtered, anchor, window)
      picture.rotation = try trace(signals.rotation, anchor, window)
      if let slower, let trace = try trace(slower.signal, anchor, Self.closeUp, keepingEach: slower.factor) {
        picture.coarse = .init(trace, rateHz: slower.rateHz, of: events.isContact(row) ? picture.raw : nil)
      }
      picture.annotation = labels[row].map { label in
        let kind: SwingLabel = label.isHit ? .hit : .miss
        return .init(
          start: label.startTime.map { $0 - anchor }, contact: label.contactTime - anchor, kind: kind.rawValue)
      }
      return picture
    }
  }

  private func trace(
    _ signal: (any Signal)?, _ anchor: Double, _ window: ClosedRange<Double>, keepingEach factor: Int = 1
  ) throws -> Trace? {
    guard let signal, signal.count > 1 else { return nil }
    let times = signal.timeBase
    let range = try times.indices(in: anchor + window.lowerBound...anchor + window.upperBound)
    let (moments, values) = (try times.times(range), try signal.samples(range))
    // Samples are counted from the recording's first one, so that every stretch keeps the same samples.
    let kept = range.indices.filter { $0.isMultiple(of: factor) }.map { $0 - range.lowerBound }
    return Trace(
      times: kept.map { moments[$0] }, values: kept.map { values[$0] }, from: anchor, step: Double(factor) / times.rate)
  }

  /// The labels of the recording that swings are paired with, as `swingpipe score` pairs them: hits at their onset.
  private func labels(
    _ rows: [Int], of events: EventTable, _ signals: PipelineSignals
  ) -> [Int: Annotations.Swing] {
    guard events.kinds != nil, let annotations = signals.annotations, annotations.hasSwingLabels else { return [:] }
    let rules = ScoringRules()
    let moments = rows.map { events.number("impact_onset_time_s", $0) ?? events.anchor($0) ?? .nan }
    let isHit = rows.map { events.text("label", $0) == "hit" }
    let pairs = MomentMatcher.pairs(
      moments, annotations.swings.map(\.contactTime), largestS: rules.missToleranceS
    ) { found, label in
      isHit[found] && annotations.swings[label].isHit ? rules.hitToleranceS : rules.missToleranceS
    }
    return Dictionary(uniqueKeysWithValues: pairs.map { (rows[$0.first], annotations.swings[$0.second]) })
  }

  /// Draws dives, workouts, head motion and everything else that tables describe over time.
  package func figure(
    _ wanted: TimelineRequest, at paths: [String], by pipeline: Pipeline?,
    table: @escaping (_ name: String) -> StoredTable?
  ) throws -> Figure {
    let picture = TimelinePicture(
      figure: wanted.figure, title: wanted.title, isDated: wanted.isDated, rows: wanted.rows, columns: wanted.columns)
    let open = { path in try pipeline?.open(path) ?? Recording(opening: path) }
    return try picture.figure(of: TimelineSource(session: paths, open: open, table: table))
  }
}

extension ReportBuilder {
  /// Reads the records and tables of output folders, with all standard stages and tables known.
  ///
  /// - Parameters:
  ///   - folders: the output folders; several make one report.
  ///   - options: what to show.
  ///   - jobs: how many files are read at a time.
  /// - Throws: the errors of `init(_:_:knowing:jobs:)`.
  public init(_ folders: [URL], _ options: ReportOptions = ReportOptions(), jobs: Int = 1) async throws {
    try await self.init(folders.map(\.filePath), options, jobs: jobs)
  }

  /// Reads output folders at some paths, as the public initializer does.
  package init(_ paths: [String], _ options: ReportOptions = ReportOptions(), jobs: Int = 1) async throws {
    let knowledge = Knowledge(
      tables: StandardTables.all, registry: StandardStages.registry(), illustrator: RecordingIllustrator(),
      builtInName: Self.builtInName)
    try await self.init(paths, options, knowing: knowledge, jobs: jobs)
  }

  /// The name of the built-in pipeline that equals a kept pipeline with all of its options.
  private static func builtInName(_ kept: Pipeline) -> String? {
    guard let text = StandardPipelines.text(of: kept.name),
      let known = try? Pipeline.load(text: text, file: kept.name, registry: StandardStages.registry()),
      known.resolved == kept.resolved
    else { return nil }
    return kept.name
  }
}
