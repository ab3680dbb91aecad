import SPBasics
import SPPipelines
import SPTables

/// The cost of a run, for people and for programs.
extension RunProfile {
  /// One piece of a profile: a line for people, and its figures for programs.
  package struct Message: Hashable, Sendable {
    /// Its kind: `profile_stage`, `profile_dataset` or `profile`.
    package let event: String
    /// The line.
    package let text: String
    /// The figures, by their names.
    package let members: [JSONValue.Member]
  }

  /// Two tables, of stages and of datasets, and further remarks, one line each.
  /// - Parameters:
  ///   - wasIdle: whether there was nothing to do.
  ///   - earlier: the file of an earlier profile, which stays as it is if there is nothing to report.
  package func lines(wasIdle: Bool, earlier: String? = nil) -> [String] {
    guard !isEmpty else { return [nothing(wasIdle, earlier)] }
    return lines(of: stageTable) + (datasets.isEmpty ? [] : lines(of: datasetTable)) + [total, outsideText]
  }

  /// The same for programs: a message for each stage, each dataset, and one for the whole.
  package func messages(wasIdle: Bool, earlier: String? = nil) -> [Message] {
    stages.map {
      Message(event: "profile_stage", text: "\($0.id): \(Self.seconds($0.seconds)) s", members: Self.members(of: $0))
    }
      + datasets.map {
        let times = String(printf: "%.2f", $0.timesDecoded)
        return Message(
          event: "profile_dataset", text: "\($0.path): decoded \(times) times", members: Self.members(of: $0))
      } + [Message(event: "profile", text: isEmpty ? nothing(wasIdle, earlier) : total, members: members)]
  }

  private func nothing(_ wasIdle: Bool, _ earlier: String?) -> String {
    "profile: " + (wasIdle ? "nothing was worked on" : "no stage of any recording ran to its end")
      + (earlier.map { "; \($0) is of an earlier run" } ?? "")
  }

  private func lines(of table: TextTable) -> [String] { table.text.split(separator: "\n").map(String.init) }

  private var stageTable: TextTable {
    var table = TextTable([
      ("stage", .left), ("type", .left), ("seconds", .right), ("decoded", .right), ("rows", .right),
      ("real time", .right), ("peak memory", .right),
    ])
    for stage in stages {
      table.append([
        stage.id, stage.type, Self.seconds(stage.seconds), ProgressText.bytes(stage.bytesDecoded),
        "\(stage.samplesRead)", Self.factor(stage.realTimeFactor), ProgressText.bytes(stage.peakMemoryBytes),
      ])
    }
    return table
  }

  private var datasetTable: TextTable {
    var table = TextTable([("dataset", .left), ("rows", .right), ("decoded", .right), ("times", .right)])
    for dataset in datasets {
      let times = String(printf: "%.2f", dataset.timesDecoded)
      table.append([dataset.path, "\(dataset.rows)", ProgressText.bytes(dataset.bytesDecoded), times])
    }
    return table
  }

  private var total: String {
    let factor = realTimeFactor == nil ? "" : " (\(Self.factor(realTimeFactor)) real time)"
    let together = min(jobs, recordings + failed + interrupted)
    let atATime = together > 1 ? "; stages are summed over recordings, up to \(together) at a time" : ""
    let recorded = String(printf: "%.1f", recordedSeconds)
    return "total: \(counts), \(recorded) s recorded, in "
      + "\(Self.seconds(seconds)) s\(factor), peak memory "
      + ProgressText.bytes(peakMemoryBytes) + atATime
  }

  /// As in "2 recordings, 1 that failed and 1 that was interrupted".
  private var counts: String {
    var counts = [counted(recordings, "recording")]
    if failed > 0 { counts.append("\(failed) that failed") }
    if interrupted > 0 { counts.append("\(interrupted) that \(interrupted == 1 ? "was" : "were") interrupted") }
    let last = counts.removeLast()
    return counts.isEmpty ? last : counts.joined(separator: ", ") + " and " + last
  }

  private var outsideText: String {
    let parts = outsideParts.map { "\($0.name) \(Self.seconds($0.seconds)) s" }
    return "outside of the stages: " + parts.joined(separator: ", ")
  }

  private var outsideParts: [(name: String, seconds: Double)] {
    return [
      ("listing", outside.listingS), ("planning", outside.planningS),
      ("waiting for the inputs' hash", outside.hashingS),
      ("writing", outside.writingS), ("joining", outside.joiningS),
    ]
  }

  private static func members(of stage: Stage) -> [JSONValue.Member] {
    [
      .init(key: "stage", value: .string(stage.id)), .init(key: "type", value: .string(stage.type)),
      .init(key: "recordings", value: .integer(stage.recordings)),
      .init(key: "seconds", value: .number(stage.seconds)),
      .init(key: "bytes_decoded", value: .integer(stage.bytesDecoded)),
      .init(key: "samples_read", value: .integer(stage.samplesRead)),
      .init(key: "real_time_factor", value: .optional(stage.realTimeFactor)),
      .init(key: "peak_memory_bytes", value: .integer(stage.peakMemoryBytes)),
    ]
  }

  private static func members(of dataset: Dataset) -> [JSONValue.Member] {
    [
      .init(key: "path", value: .string(dataset.path)), .init(key: "rows", value: .integer(dataset.rows)),
      .init(key: "rows_decoded", value: .integer(dataset.rowsDecoded)),
      .init(key: "bytes_decoded", value: .integer(dataset.bytesDecoded)),
    ]
  }

  private var members: [JSONValue.Member] {
    return [
      .init(key: "recordings", value: .integer(recordings)),
      .init(key: "failed", value: .integer(failed)),
      .init(key: "interrupted", value: .integer(interrupted)),
      .init(key: "recorded_s", value: .number(recordedSeconds)),
      .init(key: "seconds", value: .number(seconds)),
      .init(key: "real_time_factor", value: .optional(realTimeFactor)),
      .init(key: "peak_memory_bytes", value: .integer(peakMemoryBytes)),
      .init(key: "listing_s", value: .number(outside.listingS)),
      .init(key: "planning_s", value: .number(outside.planningS)),
      .init(key: "hashing_s", value: .number(outside.hashingS)),
      .init(key: "writing_s", value: .number(outside.writingS)),
      .init(key: "joining_s", value: .number(outside.joiningS)),
    ]
  }

  private static func seconds(_ value: Double) -> String { String(printf: "%.3f", value) }

  private static func factor(_ value: Double?) -> String {
    value.map { String(printf: $0 < 9.95 ? "%.1fx" : "%.0fx", $0) } ?? "-"
  }
}
