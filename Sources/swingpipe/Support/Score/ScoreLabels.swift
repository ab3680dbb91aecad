import Pipelines
import Recordings
import Stages
import Swings

/// The labelled recordings of a command line, sorted by their identifiers.
struct ScoreLabels {
  /// One of them.
  struct Item {
    var path: String
    var recordingID: String
    var truth: SwingTruth

    init(_ path: String) throws {
      let recording = try Recording(opening: path)
      self.path = path
      recordingID = recording.attributes.recordingID
      truth = try SwingTruth(of: recording)
    }
  }

  let items: [Item]

  /// Reads the labels of recordings.
  /// - Throws: `ScoreTables.Fault` with all that is wrong at once.
  init(_ paths: [String]) throws(ScoreTables.Fault) {
    var messages: [String] = []
    var items: [Item] = []
    var owners: [String: String] = [:]
    let crashes = Supervisor.crashHistory
    let outcomes = crashes.map(paths, for: "labels") { path in
      Result { try crashes.attempt(path, as: "labels", failsAtOnce: false) { try Item(path) } }
    }
    for (path, outcome) in zip(paths, outcomes) {
      do {
        let item = try outcome.get()
        if let first = owners.updateValue(path, forKey: item.recordingID) {
          messages.append(
            "recording id \"\(item.recordingID)\" is that of \(first) and of \(path); expected one file an id")
        }
        items.append(item)
      } catch {
        messages.append("\(error)")
      }
    }
    guard messages.isEmpty else { throw ScoreTables.Fault(messages: messages) }
    self.items = items.sorted { $0.recordingID < $1.recordingID }
  }

  /// Scores the detections of tables.
  /// - Throws: `ScoreTables.Fault` that names every recording without a table.
  func score(_ tables: ScoreTables, by rules: ScoringRules) throws(ScoreTables.Fault) -> SessionScore {
    var messages: [String] = []
    var scores: [RecordingScore] = []
    for item in items {
      if let detections = tables.detections(in: item.recordingID) {
        scores.append(
          RecordingScore(recordingID: item.recordingID, truth: item.truth, detections: detections, rules: rules))
      } else {
        let place = tables.option.map { " in \($0)" } ?? ""
        messages.append(
          "no table of recording \"\(item.recordingID)\" (\(item.path))\(place); expected rows with its id, or a table of its own "
            + "without rows, \(RecordingFileName(item.recordingID).text).parquet")
      }
    }
    guard messages.isEmpty else { throw ScoreTables.Fault(messages: messages) }
    return SessionScore(scores)
  }

  /// What odd there is about the labels, and about tables of recordings that have none, a line each.
  func warnings(about tables: ScoreTables) -> [String] {
    let known = Set(items.map(\.recordingID))
    let unlabelled = tables.recordingIDs.filter { !known.contains($0) }
    let names = unlabelled.map { "\"\($0)\"" }.joined(separator: ", ")
    return tables.warnings
      + (unlabelled.isEmpty
        ? []
        : ["\(counted(unlabelled.count, "recording")) in the tables without labels, which do not count: \(names)"])
  }
}
