import BuiltInPipelines
import JSON
import Pipelines
import Recordings
import Tables
import Texts

/// What the headers of a plan's recordings say, and whether they suit its pipeline.
public struct HeaderCheck: Encodable {
  private let pipeline: JSONValue
  private let recordings: [RecordingHeaders]
  /// What the pipeline can find in each.
  private let suitabilities: [Suitability]

  /// Reads the headers of the recordings that are selected.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline of the plan.
  ///   - plan: the plan.
  ///   - history: the files on which the program crashed or stalled before; they are not opened again.
  public init(_ pipeline: Pipeline, _ plan: BatchPlan, guardedBy history: CrashHistory) {
    self.pipeline = pipeline.resolved
    recordings = history.headers(of: plan.items.filter(\.isSelected).map(\.work), for: pipeline)
    suitabilities = recordings.map { Suitability(pipeline, $0.diagnostics) }
  }

  /// The faults and warnings of all of them.
  public var diagnostics: [Diagnostic] { recordings.flatMap(\.diagnostics) }

  /// Whether the pipeline can run on every recording, and is for its sport.
  public var areAllSuited: Bool { recordings.allSatisfy(\.isSuited) }

  /// One line per recording.
  public var text: String {
    var table = TextTable([
      ("recording", .left), ("can be found", .left), ("length", .right), ("rates", .left), ("path", .left),
    ])
    for (item, suitability) in zip(recordings, suitabilities) {
      let facts = item.slots.sorted { $0.key < $1.key }.map(\.value)
      let seconds = facts.compactMap(\.durationS).max().map { String(printf: "%.0f s", $0) } ?? ""
      let rates = facts.compactMap(\.rateHz).map { "\(($0 * 10).rounded() / 10)" }
      let unique = rates.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      table.append([
        item.recordingID ?? "", suitability.extent.text, seconds,
        unique.isEmpty ? "" : unique.joined(separator: ", ") + " Hz", item.path,
      ])
    }
    return table.text
  }
}
