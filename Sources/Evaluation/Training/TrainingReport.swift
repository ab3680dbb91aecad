import SPBasics
import SPBatches
import SPSwings

/// The result of training a model, for people and for programs.
package struct TrainingReport: Encodable, Sendable {
  /// The contribution of a recording.
  struct Recording: Encodable, Sendable {
    var path: String
    var recordingID: String?
    var hits = 0
    var misses = 0
    var hitsNotFound = 0
    var missesNotFound = 0
    var errors: [String] = []

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case hits, misses
      case hitsNotFound = "hits_not_found"
      case missesNotFound = "misses_not_found"
      case errors
    }
  }

  /// Tables of recordings, each with a model that was not trained on the recording.
  struct Tables: Encodable, Sendable {
    var folder: String
    var recordings: Int
    var errors: [String]
  }

  /// The file of the model.
  let output: String
  let recordings: [Recording]
  /// The model; nil if it could not be fitted or written.
  package internal(set) var model: HitMissModel?
  var outOfFold: Tables?
  /// The reasons why the model or the tables are missing.
  package internal(set) var errors: [String] = []
  /// The error messages of the last call, one line each.
  package internal(set) var messages: [String] = []

  enum CodingKeys: String, CodingKey {
    case output, recordings, model
    case outOfFold = "out_of_fold"
    case errors
    case warnings
  }

  init(_ set: TrainingSet, output: String) {
    self.output = output
    recordings = set.gathered.outcomes.map { path, outcome in
      switch outcome {
      case .failed(let errors): return Recording(path: path, errors: errors)
      case .found(let found):
        return Recording(
          path: path, recordingID: found.recordingID, hits: found.count(isHit: true), misses: found.count(isHit: false),
          hitsNotFound: found.hitsNotFound, missesNotFound: found.missesNotFound)
      }
    }
  }

  /// Encodes the report; a missing model is null.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(output, forKey: .output)
    try values.encode(recordings, forKey: .recordings)
    try values.encode(model, forKey: .model)
    try values.encodeIfPresent(outOfFold, forKey: .outOfFold)
    try values.encode(errors, forKey: .errors)
    try values.encode(warnings, forKey: .warnings)
  }

  mutating func add(_ tables: BatchReport, in folder: String) {
    let errors = tables.errors + tables.recordings.flatMap(\.errors)
    outOfFold = Tables(folder: folder, recordings: tables.count(.done), errors: errors)
    self.errors += errors
    messages += tables.errors.map { "error: \($0)" }
  }

  /// The report as JSON.
  /// - Throws: `EncodingError`, which does not occur for reports.
  package func json() throws -> String { try JSONOutput.text(self) }

  /// Whether all recordings were used for training, and every requested part was made.
  package var isComplete: Bool { model != nil && errors.isEmpty && recordings.allSatisfy(\.errors.isEmpty) }

  // MARK: For people

  /// With fewer examples of a label, the label's scores depend on single swings: one swing of 20 is 5 %.
  private static let fewExamples = 20

  /// Warnings about the training, one line each.
  package var warnings: [String] {
    var lines = recordings.compactMap { recording in
      let labelled = recording.hitsNotFound + recording.missesNotFound
      return labelled > 0 && recording.hits + recording.misses == 0
        ? "\(recording.path): none of its \(counted(labelled, "labelled swing")) was found by the pipeline" : nil
    }
    if let training = model?.training, min(training.hits, training.misses) < Self.fewExamples {
      lines.append(
        "\(counted(training.hits, "hit")) and \(counted(training.misses, "miss")) are few to learn from: the scores are "
          + "uncertain; expected at least \(Self.fewExamples) of each")
    }
    return lines
  }

  /// The number and folder of the tables from models trained without the tables' recordings; nil without such tables.
  package var outOfFoldLine: String? {
    outOfFold.map { "out-of-fold tables of \(counted($0.recordings, "recording")): \($0.folder)" }
  }

  /// The summary: the warnings and the model, if there is one.
  package var lines: [String] {
    var lines = warnings.map { "warning: \($0)" }
    guard let model else { return lines }
    let lost = recordings.reduce(0) { $0 + $1.hitsNotFound + $1.missesNotFound }
    lines.append(
      "trained on \(counted(model.training.hits, "hit")) and \(counted(model.training.misses, "miss")) of "
        + "\(counted(model.training.recordings.count, "recording")); \(counted(lost, "labelled swing")) not found")
    let scores = model.scores
    func text(_ value: Double?) -> String { value.map { String(printf: "%.4f", $0) } ?? "-" }
    lines.append(
      "held out by recording: AUROC \(text(scores.auroc)), Brier \(text(scores.brier)), calibration error "
        + "\(text(scores.calibrationError)), hit recall \(text(scores.hitRecall)), false-positive rate "
        + text(scores.falsePositiveRate))
    for term in model.features.sorted(by: { abs($0.weight) > abs($1.weight) }) {
      let weight = String(printf: "%+.2f", term.weight).padded(to: 8)
      lines.append("  \(weight)\(term.name.rawValue) (\(term.name.meaning))")
    }
    lines.append("model: \(output)")
    return lines
  }
}
