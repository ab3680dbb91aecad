import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPSwings

/// Recordings with their labels.
package struct LabelledRecordings: Sendable {
  /// The data read from one recording.
  private struct Item: Sendable {
    var recordingID: String
    var annotations: Annotations?
    /// The time from the first timestamp of any stream to the last timestamp of any stream, in s. Nil if the timestamps
    /// cannot be read, which is not a fault of the labels.
    var durationS: Double?

    init(_ path: String) throws {
      let recording = try Recording(opening: path, layout: .anyLabelled)
      recordingID = recording.attributes.recordingID
      annotations = try recording.annotations()
      durationS = LabelledRecordings.duration(of: recording)
    }
  }

  private let items: [(path: String, outcome: Result<Item, any Error>)]

  /// Reads the labels of recordings; errors are reported when the labels are requested.
  ///
  /// - Parameters:
  ///   - paths: the recordings.
  ///   - crashes: the files that crashed an earlier process.
  package init(_ paths: [String], guardedBy crashes: CrashHistory = CrashHistory()) {
    let outcomes = crashes.map(paths, for: "labels") { path in
      Result { try crashes.attempt(path, as: "labels", failsAtOnce: false) { try Item(path) } }
    }
    items = zip(paths, outcomes).map { ($0, $1) }
  }

  /// The kinds with labels in any of the recordings, by name.
  package var kinds: [LabelKind] {
    let found = items.compactMap { try? $0.outcome.get().annotations }
    return Set(found.flatMap { $0.labels.map(\.kind) + $0.labelledSets.flatMap(\.kinds) }).sorted()
  }

  /// The kind to score if the user asks for no kind: nil for swings; another kind if only that kind is labelled.
  package var onlyOtherKind: LabelKind? {
    let scored = kinds.filter { $0 != .ignore && $0 != .distractor }
    return scored.count == 1 && scored[0].set != .hitsAndMisses ? scored[0] : nil
  }

  /// The labels of swings.
  /// - Throws: `ScoringFault` that names every recording whose swings are not labelled or that cannot be read.
  package func swings() throws(ScoringFault) -> Labelled<SwingTruth> {
    try labelled { path, item in
      try SwingTruth(item.annotations, of: path, durationS: item.durationS)
    }
  }

  /// The labels of another kind.
  /// - Throws: `ScoringFault` that names every recording in which the kind is not labelled or that cannot be read.
  package func events(_ kind: LabelKind) throws(ScoringFault) -> Labelled<EventTruth> {
    try labelled { path, item in
      try EventTruth(item.annotations, of: kind, in: path, durationS: item.durationS)
    }
  }

  /// The time from the first timestamp of any stream of a recording to the last timestamp of any stream, in s. Nil if
  /// the timestamps cannot be read.
  static func duration(of recording: Recording) -> Double? {
    let segments = recording.streams.values.compactMap { try? $0.timeBase.segments }.flatMap(\.self)
    guard let start = segments.map(\.startTime).min(), let end = segments.map(\.endTime).max() else { return nil }
    return end - start
  }

  private func labelled<Truth>(_ truth: (String, Item) throws -> Truth) throws(ScoringFault) -> Labelled<Truth> {
    var messages: [String] = []
    var unreadable: [any Error] = []
    var labelled: [Labelled<Truth>.Item] = []
    var owners: [String: String] = [:]
    for (path, outcome) in items {
      do {
        let item = try outcome.get()
        let truth = try truth(path, item)
        if let first = owners.updateValue(path, forKey: item.recordingID) {
          messages.append(
            "the recording id \"\(item.recordingID)\" is used by \(first) and \(path); expected one file per id")
        }
        labelled.append(.init(path: path, recordingID: item.recordingID, truth: truth))
      } catch {
        messages.append("\(error)")
        if case .failure = outcome { unreadable.append(error) }
      }
    }
    guard messages.isEmpty else { throw ScoringFault(messages: messages, unreadable: unreadable) }
    return Labelled(items: labelled.sorted { $0.recordingID < $1.recordingID })
  }
}

/// Labels of one kind in several recordings, in the order of the recordings' identifiers.
package struct Labelled<Truth: Sendable>: Sendable {
  struct Item: Sendable {
    var path: String
    var recordingID: String
    var truth: Truth
  }

  let items: [Item]

  /// Scores the detections of each recording.
  /// - Throws: `ScoringFault` that names every recording without a table.
  func scores<Detection, Score>(
    _ tables: DetectionTables<Detection>, _ score: (Item, [Detection]) -> Score
  ) throws(ScoringFault) -> [Score] {
    var messages: [String] = []
    var scores: [Score] = []
    for item in items {
      if let detections = tables.detections(in: item.recordingID) {
        scores.append(score(item, detections))
      } else {
        let place = tables.option.map { " in \($0)" } ?? ""
        messages.append(
          "no table of recording \"\(item.recordingID)\" (\(item.path))\(place); expected rows with its id, or a table of its own "
            + "without rows, \(RecordingFileName(item.recordingID).text).parquet")
      }
    }
    guard messages.isEmpty else { throw ScoringFault(messages: messages) }
    return scores
  }

  /// Warnings about the tables, and about their recordings without labels, one line each.
  package func warnings<Detection>(about tables: DetectionTables<Detection>) -> [String] {
    let known = Set(items.map(\.recordingID))
    let unlabelled = tables.recordingIDs.filter { !known.contains($0) }
    let names = unlabelled.map { "\"\($0)\"" }.joined(separator: ", ")
    return tables.warnings
      + (unlabelled.isEmpty
        ? []
        : ["\(counted(unlabelled.count, "recording")) in the tables without labels, which do not count: \(names)"])
  }
}

extension Labelled<SwingTruth> {
  /// Scores tables of swings.
  /// - Throws: `ScoringFault` that names every recording without a table.
  package func score(
    _ tables: DetectionTables<SwingDetection>, by rules: ScoringRules = ScoringRules()
  ) throws(ScoringFault) -> SessionScore {
    SessionScore(
      try scores(tables) { item, detections in
        RecordingScore(recordingID: item.recordingID, truth: item.truth, detections: detections, rules: rules)
      })
  }
}

extension Labelled<EventTruth> {
  /// Scores tables of events.
  /// - Throws: `ScoringFault` that names every recording without a table.
  package func score(
    _ tables: DetectionTables<Event>, by rules: EventRules = EventRules()
  ) throws(ScoringFault) -> EventSessionScore {
    EventSessionScore(
      try scores(tables) { item, detections in
        EventScore(
          recordingID: item.recordingID, labels: item.truth.events, detections: detections,
          ignoredMoments: item.truth.ignored, durationS: item.truth.durationS, rules: rules)
      })
  }
}

/// The labelled events of one kind in a recording.
package struct EventTruth: Hashable, Sendable {
  /// The labelled events, in the order of time.
  package var events: [Event]
  /// Moments that the labels leave open, in s on the recording's clock.
  package var ignored: [Double]
  /// Length of the recording, in s; nil if it is not known.
  package var durationS: Double?

  /// Selects the labels of one kind from a recording's labels.
  /// - Throws: `RecordingError` if the kind is not labelled, or has labels at times that are not finite.
  init(_ annotations: Annotations?, of kind: LabelKind, in path: String, durationS: Double?) throws(RecordingError) {
    let labels = try SwingTruth.labels(annotations, .of(kind), path)
    events = labels.filter { $0.kind == kind }.map { Event(startTime: $0.startTime, time: $0.time) }
    ignored = annotations?.ignored ?? []
    self.durationS = durationS
  }
}

extension SwingTruth {
  /// Reads the labels of a recording and its length: from the first timestamp of any stream to the last timestamp of
  /// any stream.
  ///
  /// The length is nil if the timestamps cannot be read, which is not a fault of the labels.
  /// - Throws: `RecordingError` for a recording whose swings are not labelled or have labels at times that are not
  ///   finite, and the errors of reading labels.
  package init(of recording: Recording) throws {
    try self.init(
      try recording.annotations(), of: recording.path, durationS: LabelledRecordings.duration(of: recording))
  }

  /// - Throws: `RecordingError` for labels without swings or at times that are not finite.
  init(_ annotations: Annotations?, of path: String, durationS: Double?) throws(RecordingError) {
    let labels = try Self.labels(annotations, .hitsAndMisses, path)
    self.init(
      swings: labels.map {
        Swing(startTime: $0.startTime, contactTime: $0.time, label: $0.kind == .hit ? .hit : .miss)
      },
      ignored: annotations?.ignored ?? [], durationS: durationS)
  }

  /// The labels of a set, whose times are known.
  fileprivate static func labels(
    _ annotations: Annotations?, _ set: LabelSet, _ path: String
  ) throws(RecordingError) -> [Annotations.Label] {
    guard let annotations, annotations.labelledSets.contains(set) else {
      throw RecordingError(
        path: path,
        "has no group \"annotations/\(set.name)\"\(set == .hitsAndMisses ? "" : " of labels"); expected labels (an empty group says that there are no \(set.plural))"
      )
    }
    let labels = annotations.labels(of: set)
    guard labels.allSatisfy({ $0.startTime?.isFinite != false && $0.time.isFinite }) else {
      throw RecordingError(
        path: path, object: "/annotations/\(set.name)",
        "has a time that is not finite; expected seconds, or NaN for a start that is not known")
    }
    return labels
  }
}
