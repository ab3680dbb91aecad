import SPBasics
import SPBatches
import SPPipelines
import SPRecordings
import SPStages
import SPTables

/// The headers of a plan's recordings, and whether the recordings suit the plan's pipeline.
package struct HeaderCheck: Encodable {
  private let pipeline: JSONValue
  private let recordings: [RecordingHeaders]
  /// What the pipeline can find in each recording.
  private let suitabilities: [Suitability]
  /// For the path of each recording, the statements that its data contradict. A few seconds of samples are read to find
  /// them.
  private let contradictions: [String: [Contradiction]]
  private let remedy: Contradiction.Remedy?

  /// Reads the headers of the selected recordings.
  ///
  /// - Parameters:
  ///   - pipeline: the pipeline of the plan.
  ///   - plan: the plan.
  ///   - history: the files on which the program crashed or stalled before; they are not opened again.
  package init(_ pipeline: Pipeline, _ plan: BatchPlan, guardedBy history: CrashHistory) {
    self.pipeline = pipeline.resolved
    recordings = history.headers(of: plan.items.filter(\.isSelected).map(\.work), for: pipeline)
    remedy = pipeline.remedy
    let paths = recordings.filter(\.isRunnable).map(\.path)
    let found = history.map(paths, for: Self.step) { path in
      // Files that cannot be read are among the diagnostics.
      (try? history.attempt(path, keeping: Self.step) { try pipeline.open(path).contradictions() }) ?? []
    }
    let contradictions = Dictionary(zip(paths, found)) { first, _ in first }.filter { !$0.value.isEmpty }
    self.contradictions = contradictions
    suitabilities = recordings.map { headers in
      Suitability(pipeline, headers.diagnostics).limited(by: contradictions[headers.path] ?? [])
    }
  }

  private enum CodingKeys: CodingKey {
    case pipeline, recordings, suitabilities, contradictions
  }

  /// The name of this step, the search for contradictions, in a journal.
  private static let step = "contradictions"

  /// A line for each recording whose data contradict its description.
  package var warnings: [String] {
    contradictions.sorted { $0.key < $1.key }.map { path, found in
      "warning: \(path): contradicts its description: \(found.sentence(remedy ?? .importing(path)))"
    }
  }

  /// The faults and warnings of all recordings.
  package var diagnostics: [Diagnostic] { recordings.flatMap(\.diagnostics) }

  /// Whether the pipeline can run on every recording and is for its sport, and no data contradict their description.
  package var areAllSuited: Bool { recordings.allSatisfy(\.isSuited) && contradictions.isEmpty }

  /// One line per recording.
  package var text: String {
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
