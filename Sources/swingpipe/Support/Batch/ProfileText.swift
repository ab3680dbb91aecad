import Foundation
import JSON
import Pipelines

/// What a run took, as two tables on standard error, or as an object a line where messages are JSON.
struct ProfileText {
  private let profile: RunProfile
  /// What there is to say of a run that took nothing.
  private let nothing: String

  /// - Parameters:
  ///   - wasIdle: whether there was nothing to do.
  ///   - earlier: the file of an earlier profile.
  init(_ profile: RunProfile, wasIdle: Bool, earlier: String?) {
    self.profile = profile
    nothing =
      "profile: " + (wasIdle ? "nothing was worked on" : "no stage of any recording ran to its end")
      + (earlier.map { "; \($0) is of an earlier run" } ?? "")
  }

  /// The tables and what is beside them, a line each.
  var lines: [String] {
    guard !profile.isEmpty else { return [nothing] }
    return lines(of: stageTable) + (profile.datasets.isEmpty ? [] : lines(of: datasetTable)) + [total, outside]
  }

  private func lines(of table: TextTable) -> [String] { table.text.split(separator: "\n").map(String.init) }

  private var stageTable: TextTable {
    var table = TextTable([
      ("stage", .left), ("type", .left), ("seconds", .right), ("decoded", .right), ("rows", .right),
      ("real time", .right), ("peak memory", .right),
    ])
    for stage in profile.stages {
      table.append([
        stage.id, stage.type, Self.seconds(stage.seconds), ProgressText.bytes(stage.bytesDecoded),
        "\(stage.samplesRead)", Self.factor(stage.realTimeFactor), ProgressText.bytes(stage.peakMemoryBytes),
      ])
    }
    return table
  }

  private var datasetTable: TextTable {
    var table = TextTable([("dataset", .left), ("rows", .right), ("decoded", .right), ("times", .right)])
    for dataset in profile.datasets {
      let times = String(format: "%.2f", dataset.timesDecoded)
      table.append([dataset.path, "\(dataset.rows)", ProgressText.bytes(dataset.bytesDecoded), times])
    }
    return table
  }

  private var total: String {
    let factor = profile.realTimeFactor == nil ? "" : " (\(Self.factor(profile.realTimeFactor)) real time)"
    let together = min(profile.jobs, profile.recordings + profile.failed + profile.interrupted)
    let atATime = together > 1 ? "; stages are summed over recordings, up to \(together) at a time" : ""
    let recorded = String(format: "%.1f", profile.recordedSeconds)
    return "total: \(counts), \(recorded) s recorded, in "
      + "\(Self.seconds(profile.seconds)) s\(factor), peak memory "
      + ProgressText.bytes(profile.peakMemoryBytes) + atATime
  }

  /// As in "2 recordings, 1 that failed and 1 that was interrupted".
  private var counts: String {
    var counts = [counted(profile.recordings, "recording")]
    if profile.failed > 0 { counts.append("\(profile.failed) that failed") }
    let interrupted = profile.interrupted
    if interrupted > 0 { counts.append("\(interrupted) that \(interrupted == 1 ? "was" : "were") interrupted") }
    let last = counts.removeLast()
    return counts.isEmpty ? last : counts.joined(separator: ", ") + " and " + last
  }

  private var outside: String {
    let parts = outsideParts.map { "\($0.name) \(Self.seconds($0.seconds)) s" }
    return "outside of the stages: " + parts.joined(separator: ", ")
  }

  private var outsideParts: [(name: String, seconds: Double)] {
    let outside = profile.outside
    return [
      ("listing", outside.listingS), ("planning", outside.planningS),
      ("waiting for the inputs' hash", outside.hashingS),
      ("writing", outside.writingS), ("joining", outside.joiningS),
    ]
  }

  /// Writes it: as text in lines, as JSON an object for each stage, each dataset, and one for the whole.
  func tell(_ console: Console) {
    guard console.format == .json else { return lines.forEach { console.tell($0) } }
    for stage in profile.stages {
      console.tell(
        "\(stage.id): \(Self.seconds(stage.seconds)) s", level: .info, event: "profile_stage", Self.members(of: stage))
    }
    for dataset in profile.datasets {
      let times = String(format: "%.2f", dataset.timesDecoded)
      console.tell(
        "\(dataset.path): decoded \(times) times", level: .info, event: "profile_dataset", Self.members(of: dataset))
    }
    console.tell(profile.isEmpty ? nothing : total, level: .info, event: "profile", members)
  }

  private static func members(of stage: RunProfile.Stage) -> [JSONValue.Member] {
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

  private static func members(of dataset: RunProfile.Dataset) -> [JSONValue.Member] {
    [
      .init(key: "path", value: .string(dataset.path)), .init(key: "rows", value: .integer(dataset.rows)),
      .init(key: "rows_decoded", value: .integer(dataset.rowsDecoded)),
      .init(key: "bytes_decoded", value: .integer(dataset.bytesDecoded)),
    ]
  }

  private var members: [JSONValue.Member] {
    let outside = profile.outside
    return [
      .init(key: "recordings", value: .integer(profile.recordings)),
      .init(key: "failed", value: .integer(profile.failed)),
      .init(key: "interrupted", value: .integer(profile.interrupted)),
      .init(key: "recorded_s", value: .number(profile.recordedSeconds)),
      .init(key: "seconds", value: .number(profile.seconds)),
      .init(key: "real_time_factor", value: .optional(profile.realTimeFactor)),
      .init(key: "peak_memory_bytes", value: .integer(profile.peakMemoryBytes)),
      .init(key: "listing_s", value: .number(outside.listingS)),
      .init(key: "planning_s", value: .number(outside.planningS)),
      .init(key: "hashing_s", value: .number(outside.hashingS)),
      .init(key: "writing_s", value: .number(outside.writingS)),
      .init(key: "joining_s", value: .number(outside.joiningS)),
    ]
  }

  private static func seconds(_ value: Double) -> String { String(format: "%.3f", value) }

  private static func factor(_ value: Double?) -> String {
    value.map { String(format: $0 < 9.95 ? "%.1fx" : "%.0fx", $0) } ?? "-"
  }
}
